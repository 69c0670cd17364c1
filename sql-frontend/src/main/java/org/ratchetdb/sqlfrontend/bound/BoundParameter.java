package org.ratchetdb.sqlfrontend.bound;

import org.ratchetdb.common.type.SqlType;

/**
 * A parameter of a statement.
 *
 * @param name lower-case name of {@code @name}; {@code "1"}, {@code "2"}, ... for {@code ?} and
 *     {@code $n}
 * @param type declared by the caller or inferred
 */
public record BoundParameter(String name, SqlType type) {}
