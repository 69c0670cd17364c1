package org.ratchetdb.engine.api;

import org.ratchetdb.common.type.SqlType;

/**
 * A parameter of a prepared statement.
 *
 * @param name {@code @name} without the sign, lower case; the number for {@code ?} and {@code $n}
 * @param type declared or inferred
 */
public record ParameterDescription(String name, SqlType type) {}
