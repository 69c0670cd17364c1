package org.ratchetdb.common.type;

/**
 * A property of a database: which language its statements are written in, and whose ordering rules
 * hold.
 */
public enum Dialect {
  GOOGLE_STANDARD_SQL,
  POSTGRESQL
}
