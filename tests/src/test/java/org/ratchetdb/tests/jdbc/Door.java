package org.ratchetdb.tests.jdbc;

/** How a JDBC connection comes to a database of a dialect; {@link Doors} has the URLs. */
enum Door {
  EMBEDDED_GOOGLESQL,
  EMBEDDED_POSTGRESQL,
  REMOTE_GOOGLESQL,
  REMOTE_POSTGRESQL,
  PGJDBC_GOOGLESQL,
  PGJDBC_POSTGRESQL;

  boolean isPostgres() {
    return name().endsWith("POSTGRESQL");
  }

  boolean isEmbedded() {
    return name().startsWith("EMBEDDED");
  }

  boolean isPgjdbc() {
    return name().startsWith("PGJDBC");
  }
}
