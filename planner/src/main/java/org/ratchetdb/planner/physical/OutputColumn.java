package org.ratchetdb.planner.physical;

import org.ratchetdb.common.type.SqlType;

/** Name (may be empty) and type of a column that an operator yields. */
public record OutputColumn(String name, SqlType type) {}
