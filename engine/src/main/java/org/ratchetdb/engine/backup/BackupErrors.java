package org.ratchetdb.engine.backup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** What can go wrong with a directory of backups. */
final class BackupErrors {
  private static final String FULL = "the disk is full";

  private BackupErrors() {}

  /**
   * A file could not be read or written.
   *
   * @param doing what failed: "The backup could not be written"
   */
  static DbException io(String doing, Path path, IOException cause) {
    String text = String.valueOf(cause.getMessage());
    String reason;
    if (text.contains("No space left on device")) {
      reason = FULL;
    } else if (text.contains("Read-only file system")) {
      reason = "the file system is read-only";
    } else if (cause instanceof AccessDeniedException) {
      reason = "access is denied";
    } else if (cause instanceof NoSuchFileException) {
      reason = "there is no such file or directory";
    } else {
      reason = text;
    }
    boolean full = reason.equals(FULL);
    DbException failure =
        new DbException(
                full ? ErrorCode.DISK_FULL : ErrorCode.IO_ERROR, doing + ": " + reason, cause)
            .detail("At " + path + ".");
    return full ? failure.hint("Make room on that disk; nothing of it was left there.") : failure;
  }

  static DbException damaged(Path file, String problem) {
    return new DbException(ErrorCode.CORRUPT_DATA, "The backup is damaged: " + problem)
        .with("file", file)
        .detail("File " + file + ".")
        .hint("VERIFY BACKUP tells of all damage. Restore another backup.");
  }

  static DbException notBackups(Path directory) {
    return new DbException(
            ErrorCode.FAILED_PRECONDITION, "The directory holds no backups: " + directory)
        .hint("Name the directory that BACKUP DATABASE was given.");
  }

  static DbException noSuchBackup(Path directory, long id) {
    return new DbException(
        ErrorCode.OBJECT_NOT_FOUND, "There is no backup " + id + " in " + directory);
  }
}
