package org.ratchetdb.engine.api;

import java.util.List;
import org.ratchetdb.common.type.Dialect;

/**
 * A set of databases that share one directory (or memory), caches and background threads.
 * Thread-safe.
 */
public interface Instance extends AutoCloseable {
  /** Names of all databases, ascending. */
  List<String> databaseNames();

  /** The database of that name; fails with {@code DATABASE_NOT_FOUND}. */
  Database database(String name);

  boolean hasDatabase(String name);

  /** Creates an empty database; fails with {@code DATABASE_ALREADY_EXISTS}. */
  Database createDatabase(String name, Dialect dialect);

  /**
   * Creates a database that begins as another one is now, by sharing its files: it takes
   * milliseconds, whatever the size, and stops nobody. From then on the two are independent.
   */
  Database branchDatabase(String name, String origin);

  /** Creates a database that begins as a snapshot, by sharing its files. */
  Database createDatabaseFromSnapshot(String name, String snapshot);

  /** Ends the database's sessions and deletes its files; fails with {@code DATABASE_NOT_FOUND}. */
  void dropDatabase(String name);

  /** As {@link #dropDatabase}, but fails with {@code OBJECT_IN_USE} while it has sessions. */
  void dropUnusedDatabase(String name);

  /**
   * Rewinds a database to a snapshot. What was written since is gone. Its sessions stay, but their
   * transactions are lost: the next call of each fails with {@code TRANSACTION_ABORTED}.
   */
  void restoreDatabase(String name, String snapshot);

  /** All snapshots, by name. They outlive the databases they were taken of. */
  List<Snapshot> snapshots();

  /**
   * Keeps a database as it is now under a name, by sharing its files. Commits go on meanwhile.
   *
   * @throws org.ratchetdb.common.error.DbException SNAPSHOT_ALREADY_EXISTS, DATABASE_NOT_FOUND
   */
  Snapshot createSnapshot(String name, String database);

  /** Forgets a snapshot; fails with {@code OBJECT_NOT_FOUND}. */
  void dropSnapshot(String name);

  /** Ends all sessions and closes all files. Acknowledged commits are on disk already. */
  @Override
  void close();
}
