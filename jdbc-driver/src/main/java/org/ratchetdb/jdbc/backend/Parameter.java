package org.ratchetdb.jdbc.backend;

import org.ratchetdb.common.type.SqlType;

/**
 * A parameter of a prepared statement.
 *
 * @param name its name, or its number where it has none
 * @param type its declared or inferred type
 */
public record Parameter(String name, SqlType type) {}
