package org.ratchetdb.engine.database;

import java.util.List;
import org.ratchetdb.storage.api.KvStore;

/**
 * Where the stores of an instance live: in a directory, or in memory. Called under the instance's
 * lock.
 */
interface DatabaseFiles extends AutoCloseable {
  /** Names of the databases that are there. */
  List<String> existing();

  /** Opens the store of a database, empty when it is new. */
  KvStore openStore(String name);

  /** Notes that a new database is complete; without that a crash makes it vanish. */
  void markComplete(String name);

  /** Removes a closed database. */
  void delete(String name);

  @Override
  void close();
}
