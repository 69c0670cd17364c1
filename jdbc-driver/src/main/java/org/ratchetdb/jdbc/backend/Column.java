package org.ratchetdb.jdbc.backend;

import org.ratchetdb.common.type.SqlType;

/**
 * A column of a result.
 *
 * @param name label, empty when the query gives none
 * @param type its SQL type
 */
public record Column(String name, SqlType type) {}
