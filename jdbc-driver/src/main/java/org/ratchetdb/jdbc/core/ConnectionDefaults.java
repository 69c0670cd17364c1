package org.ratchetdb.jdbc.core;

import java.sql.Connection;

/**
 * How a connection begins.
 *
 * @param url what it was opened with
 * @param autoCommit whether each statement commits by itself
 * @param readOnly whether it refuses to write
 * @param isolation {@link Connection#TRANSACTION_SERIALIZABLE} or {@link
 *     Connection#TRANSACTION_REPEATABLE_READ}
 * @param queryTimeoutMillis limit of new statements, 0 for none
 * @param fetchSize rows that new statements hold in memory at a time, 0 for all that is convenient
 */
public record ConnectionDefaults(
    String url,
    boolean autoCommit,
    boolean readOnly,
    int isolation,
    int queryTimeoutMillis,
    int fetchSize) {
  public static final ConnectionDefaults STANDARD =
      new ConnectionDefaults(
          "jdbc:ratchet:", true, false, Connection.TRANSACTION_SERIALIZABLE, 0, 0);
}
