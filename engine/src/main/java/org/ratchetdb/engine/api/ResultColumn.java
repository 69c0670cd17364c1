package org.ratchetdb.engine.api;

import org.ratchetdb.common.type.SqlType;

/**
 * A column of a result.
 *
 * @param name label; empty for an expression without alias in GoogleSQL
 * @param type its type
 */
public record ResultColumn(String name, SqlType type) {}
