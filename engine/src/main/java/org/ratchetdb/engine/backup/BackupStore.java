package org.ratchetdb.engine.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.BackupInfo;
import org.ratchetdb.engine.api.Backups;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.backup.proto.BackupProto.BackupRecord;
import org.ratchetdb.engine.backup.proto.BackupProto.FileRecord;

/** Puts copies of databases into directories of backups, and takes them out again. Thread-safe. */
public final class BackupStore implements Backups {
  private final Threads threads;

  public BackupStore(Threads threads) {
    this.threads = threads;
  }

  /**
   * A copy of a database, about to be stored.
   *
   * @param files where its files are
   * @param timestamp it holds exactly the commits at or before this one
   * @param oldest its history reaches back to this timestamp
   */
  public record Copy(Path files, CommitTimestamp timestamp, CommitTimestamp oldest) {}

  /** Makes copies of one database. */
  @FunctionalInterface
  public interface Copying {
    /** Gives the work a copy, which is gone afterwards. */
    BackupInfo with(Function<Copy, BackupInfo> work);
  }

  /**
   * Makes a backup.
   *
   * @param incremental whether to share what has not changed since the last backup
   * @param createdMicros now
   * @param copying is asked for a copy once the directory is known to be fit
   */
  public BackupInfo create(
      Path root,
      String database,
      Dialect dialect,
      boolean incremental,
      long createdMicros,
      Copying copying,
      ProgressListener progress) {
    return BackupDirectory.forNewBackup(
        root,
        directory ->
            createLocked(
                directory, database, dialect, incremental, createdMicros, copying, progress));
  }

  private BackupInfo createLocked(
      BackupDirectory directory,
      String database,
      Dialect dialect,
      boolean incremental,
      long createdMicros,
      Copying copying,
      ProgressListener progress) {
    directory.checkMarker();
    List<Long> ids = directory.ids();
    BackupRecord last = lastReadable(directory, ids);
    if (last != null && !last.getDatabase().equals(database)) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              "The directory holds backups of another database, \""
                  + last.getDatabase()
                  + "\": "
                  + directory.root())
          .hint("Give each database a directory of its own.");
    }
    if (incremental && last == null) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              "There is no backup that an incremental one could build on: " + directory.root())
          .hint("Make a full backup first.");
    }
    directory.removeLeftovers();
    long id = ids.isEmpty() ? 1 : ids.get(ids.size() - 1) + 1;
    BackupRecord base = incremental ? last : null;
    return copying.with(
        copy -> {
          BackupRecord description =
              BackupRecord.newBuilder()
                  .setFormat(BackupDirectory.FORMAT)
                  .setId(id)
                  .setDatabase(database)
                  .setDialect(dialect.name())
                  .setTimestampMicros(copy.timestamp().micros())
                  .setOldestMicros(copy.oldest().micros())
                  .setCreatedMicros(createdMicros)
                  .setBaseId(base == null ? 0 : base.getId())
                  .build();
          return info(
              new BackupWriter(directory, base, id, threads, progress)
                  .run(copy.files(), description));
        });
  }

  private static @Nullable BackupRecord lastReadable(BackupDirectory directory, List<Long> ids) {
    for (int i = ids.size() - 1; i >= 0; i--) {
      try {
        return directory.record(ids.get(i));
      } catch (DbException e) {
        if (e.code() != ErrorCode.CORRUPT_DATA) {
          throw e;
        }
      }
    }
    return null;
  }

  private static BackupInfo info(BackupRecord record) {
    long bytes = 0;
    long newBytes = 0;
    String own = String.format(java.util.Locale.ROOT, "%06d-", record.getId());
    for (FileRecord file : record.getFilesList()) {
      bytes += file.getBytes();
      newBytes += file.getStored().startsWith(own) ? file.getBytes() : 0;
    }
    return new BackupInfo(
        record.getId(),
        record.getDatabase(),
        Dialect.valueOf(record.getDialect()),
        new CommitTimestamp(record.getTimestampMicros()),
        new CommitTimestamp(record.getOldestMicros()),
        record.getCreatedMicros(),
        record.getBaseId(),
        bytes,
        newBytes);
  }

  @Override
  public List<BackupInfo> list(Path root) {
    BackupDirectory directory = BackupDirectory.open(root);
    List<BackupInfo> backups = new ArrayList<>();
    for (long id : directory.ids()) {
      try {
        backups.add(info(directory.record(id)));
      } catch (DbException e) {
        if (e.code() != ErrorCode.CORRUPT_DATA) {
          throw e;
        }
      }
    }
    return backups;
  }

  /**
   * One backup.
   *
   * @param id which one, 0 for the last
   */
  public BackupInfo info(Path root, long id) {
    return info(record(BackupDirectory.open(root), id));
  }

  private static BackupRecord record(BackupDirectory directory, long id) {
    List<Long> ids = directory.ids();
    if (ids.isEmpty()) {
      throw BackupErrors.notBackups(directory.root());
    }
    long wanted = id == 0 ? ids.get(ids.size() - 1) : id;
    if (!ids.contains(wanted)) {
      throw BackupErrors.noSuchBackup(directory.root(), wanted);
    }
    return directory.record(wanted);
  }

  @Override
  public List<CheckFinding> verify(Path root, long id, ProgressListener progress) {
    BackupDirectory directory = BackupDirectory.open(root);
    List<Long> ids = directory.ids();
    if (id != 0 && !ids.contains(id)) {
      throw BackupErrors.noSuchBackup(root, id);
    }
    return new BackupVerification(directory, id == 0 ? ids : List.of(id), progress).run();
  }

  /** What is wrong with a stored file, or null. */
  static @Nullable String problem(BackupDirectory directory, FileRecord file, FileCopy reader) {
    Path path = directory.stored(file);
    try {
      return difference(file, reader.read(path));
    } catch (NoSuchFileException e) {
      return file.getStored() + " is missing";
    } catch (IOException e) {
      return file.getStored() + " cannot be read: " + e.getMessage();
    }
  }

  private static @Nullable String difference(FileRecord file, FileCopy.Content content) {
    if (content.bytes() != file.getBytes()) {
      return file.getStored() + " has " + content.bytes() + " bytes instead of " + file.getBytes();
    }
    return content.crc32c() == file.getCrc32C()
        ? null
        : file.getStored() + " does not have its checksum";
  }

  @Override
  public void delete(Path root, long id) {
    BackupDirectory directory = BackupDirectory.open(root);
    directory.locked(
        () -> {
          directory.deleteRecord(id);
          threads.step("backup.deleted");
          directory.removeLeftovers();
          return id;
        });
  }

  /**
   * Copies the files of a backup into a new directory, all checked before the first is written and
   * again while they are. What a failure leaves there is the caller's to delete.
   *
   * @param id which one, 0 for the last
   */
  public BackupInfo copyOut(Path root, long id, Path target, ProgressListener progress) {
    BackupDirectory directory = BackupDirectory.open(root);
    directory.checkMarker();
    BackupRecord record = record(directory, id);
    long bytes = info(record).bytes();
    FileCopy reader = new FileCopy("verify", progress, bytes);
    for (FileRecord file : record.getFilesList()) {
      String problem = problem(directory, file, reader);
      if (problem != null) {
        throw BackupErrors.damaged(directory.stored(file), problem);
      }
    }
    FileCopy writer = new FileCopy("restore", progress, bytes);
    Path at = target;
    try {
      Files.createDirectories(target);
      for (FileRecord file : record.getFilesList()) {
        threads.step("restore.file");
        at = target.resolve(file.getName());
        String problem = difference(file, writer.copy(directory.stored(file), at));
        if (problem != null) {
          throw BackupErrors.damaged(directory.stored(file), problem);
        }
      }
      BackupDirectory.force(target);
      threads.step("restore.files");
    } catch (IOException e) {
      throw BackupErrors.io("The database could not be restored", at, e);
    }
    return info(record);
  }
}
