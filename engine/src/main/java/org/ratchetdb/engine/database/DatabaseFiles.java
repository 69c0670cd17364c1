package org.ratchetdb.engine.database;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.storage.api.KvStore;

/**
 * Where the stores of an instance live: in a directory, or in memory. Thread-safe, as long as no
 * two calls concern the same name.
 */
interface DatabaseFiles extends AutoCloseable {
  /** Names of the databases that are there. */
  List<String> existing();

  /** Opens the store of a database, empty when it is new. */
  default KvStore openStore(String name) {
    return openStore(name, 0);
  }

  /**
   * Opens the store of a database.
   *
   * @param timestampFloorMicros its commits get timestamps above this one
   */
  KvStore openStore(String name, long timestampFloorMicros);

  /** Whether a store whose writes failed for want of room could be opened and written again. */
  boolean hasRoom(String name);

  /** Makes the files of a new database by sharing those of an open one, as of now. */
  void branch(KvStore origin, String name);

  /** Makes the files of a new database by sharing those of a snapshot. */
  void branch(Snapshot snapshot, String name);

  /**
   * Runs work with a copy of the files of an open database on the file system of the machine, which
   * is gone afterwards.
   *
   * @param checkpoint makes the copy of its store in a directory that does not exist yet
   * @param progress of what is to be done besides
   */
  <T> T withCopy(Consumer<Path> checkpoint, Function<Path, T> work, ProgressListener progress);

  /**
   * Makes the files of a new database.
   *
   * @param work puts them into a directory of the machine's file system that does not exist yet
   * @param progress of what is to be done besides
   */
  void receive(String name, Consumer<Path> work, ProgressListener progress);

  /** Takes the closed store of a database that is being made back to a timestamp. */
  void rewind(String name, CommitTimestamp at, ProgressListener progress);

  /** Notes that a new database is complete; without that a crash makes it vanish. */
  void markComplete(String name);

  /**
   * Puts a copy of a snapshot in the place of a closed database. When this fails, or the process
   * ends meanwhile, the database is there whole, as it was or as it should be.
   */
  void replace(String name, Snapshot snapshot);

  /** Removes a closed database. */
  void delete(String name);

  /** The snapshots that are there. */
  List<Snapshot> existingSnapshots();

  /** Keeps an open database as of now; nothing is left behind when this fails. */
  Snapshot createSnapshot(String name, Database database, KvStore store);

  void deleteSnapshot(String name);

  @Override
  void close();
}
