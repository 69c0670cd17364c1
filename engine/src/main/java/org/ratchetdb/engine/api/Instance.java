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

  /** Ends the database's sessions and deletes its files; fails with {@code DATABASE_NOT_FOUND}. */
  void dropDatabase(String name);

  /** Ends all sessions and closes all files. Acknowledged commits are on disk already. */
  @Override
  void close();
}
