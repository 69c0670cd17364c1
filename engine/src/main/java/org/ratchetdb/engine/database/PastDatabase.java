package org.ratchetdb.engine.database;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.ddl.CatalogRewind;
import org.ratchetdb.engine.sequence.SequenceAllocator;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.ReadBound;

/** Makes the files of a new database be what they were at a timestamp. Thread-safe. */
final class PastDatabase {
  private final DatabaseFiles files;
  private final String name;
  private final CommitTimestamp at;
  private final ProgressListener progress;

  PastDatabase(DatabaseFiles files, String name, CommitTimestamp at, ProgressListener progress) {
    this.files = files;
    this.name = name;
    this.at = at;
    this.progress = progress;
  }

  /** Copies an open database that still has the history, and rewinds the copy. */
  void copyOf(DatabaseContext origin) {
    KvStore store = origin.store();
    try {
      // Waits for commits under way, and sees to it that none comes at or before the timestamp.
      store.readAt(new ReadBound.Exact(at)).close();
    } catch (DbException e) {
      if (e.code() == ErrorCode.READ_TIMESTAMP_TOO_OLD) {
        throw tooOld(store.oldestReadableTimestamp());
      }
      throw e.code() == ErrorCode.INVALID_ARGUMENT ? future() : e;
    }
    origin
        .schemaGate()
        .whileUnchanged(
            () -> {
              files.branch(store, name);
              return name;
            });
    CommitTimestamp oldest = store.oldestReadableTimestamp();
    if (at.compareTo(oldest) < 0) {
      throw tooOld(oldest);
    }
    rewind();
  }

  /** Fails when a backup does not know the timestamp. */
  void requireIn(BackupInfo backup) {
    if (at.compareTo(backup.oldest()) < 0) {
      throw tooOld(backup.oldest());
    }
    if (at.compareTo(backup.timestamp()) > 0) {
      throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "The backup ends before " + text(at) + ": it was made at " + text(backup.timestamp()))
          .hint("Choose a later backup, or leave the timestamp out.");
    }
  }

  /** Rewinds files that are in place. */
  void rewind() {
    files.rewind(name, at, progress);
    try (KvStore store = files.openStore(name)) {
      Schema schema = new CatalogRewind(store, at).run();
      SequenceAllocator.rewind(store, schema);
    }
  }

  /** Compares everything in the new database, for a mistake here must not be taken for the past. */
  void requireSound(RatchetDatabase database) {
    CheckReport report = database.checkAsPartOf(progress);
    for (CheckFinding finding : report.findings()) {
      if (finding.severity() == CheckFinding.Severity.ERROR) {
        throw new DbException(
                ErrorCode.CORRUPT_DATA,
                "The database is not sound as of " + text(at) + ": " + finding.problem())
            .detail(finding.object() + (finding.key() == null ? "" : ", key " + finding.key()))
            .hint("CHECK DATABASE tells whether it is sound now.");
      }
    }
  }

  private DbException tooOld(CommitTimestamp oldest) {
    return new DbException(
            ErrorCode.FAILED_PRECONDITION,
            "The history does not reach back to "
                + text(at)
                + "; the oldest possible timestamp is "
                + text(oldest))
        .with("oldestTimestamp", text(oldest));
  }

  private DbException future() {
    return new DbException(
        ErrorCode.INVALID_ARGUMENT, "The timestamp is in the future: " + text(at));
  }

  private static String text(CommitTimestamp timestamp) {
    return Instant.EPOCH.plus(timestamp.micros(), ChronoUnit.MICROS).toString();
  }
}
