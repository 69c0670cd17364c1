package org.ratchetdb.sqlfrontend.bound;

import org.ratchetdb.common.type.SqlType;

/**
 * A column that a relation yields. The id is unique in the statement, so that a reference needs no
 * scope: a relation that is used twice is bound twice.
 *
 * @param id unique in the statement
 * @param name for people; may be empty
 * @param type its type
 */
public record BoundColumn(int id, String name, SqlType type) {}
