package org.ratchetdb.engine.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;

/**
 * A set of databases that share one directory (or memory), caches and background threads.
 * Thread-safe.
 */
public interface Instance extends AutoCloseable {
  /** Names of all databases, ascending; also of those that could not be opened. */
  List<String> databaseNames();

  /**
   * The database of that name.
   *
   * @throws DbException DATABASE_NOT_FOUND; for one that could not be opened CORRUPT_DATA, or what
   *     else the reason was, naming the file
   */
  Database database(String name);

  /**
   * Why a database could not be opened when the instance was; empty when it could. Others are not
   * affected. It can be dropped, and restored from a snapshot.
   */
  Optional<DbException> damage(String name);

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
   * Waits until a database has no sessions, is not there, or the time is over: a client that is
   * gone may have a session for a moment longer.
   *
   * @param check called now and then; what it throws ends the wait
   */
  void awaitUnused(String name, Duration patience, Runnable check);

  /**
   * Rewinds a database to a snapshot. What was written since is gone. Its sessions stay, but their
   * transactions are lost: the next call of each fails with {@code TRANSACTION_ABORTED}.
   *
   * @throws DbException FAILED_PRECONDITION when the snapshot is of another database
   */
  void restoreDatabase(String name, String snapshot);

  /** All snapshots, by name. They outlive the databases they were taken of. */
  List<Snapshot> snapshots();

  /**
   * Keeps a database as it is now under a name, by sharing its files. Commits go on meanwhile.
   *
   * @throws DbException SNAPSHOT_ALREADY_EXISTS, DATABASE_NOT_FOUND
   */
  Snapshot createSnapshot(String name, String database);

  /** Forgets a snapshot; fails with {@code OBJECT_NOT_FOUND}. */
  void dropSnapshot(String name);

  /**
   * Copies a database, as of a moment between two commits, into a directory of backups, while
   * commits go on.
   *
   * @param directory a directory that is empty, does not exist, or holds backups of the database
   * @param incremental whether to share what has not changed since the last backup in the directory
   * @param progress bytes written; may throw to stop it, which leaves no backup
   */
  BackupInfo backupDatabase(
      String name, Path directory, boolean incremental, ProgressListener progress);

  /**
   * Makes a new database from a backup, all of whose files are checked first. Fails whole: nothing
   * of it is left.
   *
   * @param backupId which one of the directory's backups, 0 for the last
   * @param at as of which timestamp, between {@link BackupInfo#oldest} and {@link
   *     BackupInfo#timestamp}; null for all that is in the backup
   * @param progress may throw to stop it
   */
  Database restoreBackup(
      String name,
      Path directory,
      long backupId,
      @Nullable CommitTimestamp at,
      ProgressListener progress);

  /**
   * Makes a new database that is as another one was at a timestamp: rows, indexes and schema. The
   * other one stays as it is.
   *
   * @throws DbException FAILED_PRECONDITION when the history does not reach back so far,
   *     INVALID_ARGUMENT when the timestamp is still to come
   */
  Database rewindDatabase(
      String name, String origin, CommitTimestamp at, ProgressListener progress);

  /** Ends all sessions and closes all files. Acknowledged commits are on disk already. */
  @Override
  void close();
}
