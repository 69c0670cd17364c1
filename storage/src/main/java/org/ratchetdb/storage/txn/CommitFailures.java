package org.ratchetdb.storage.txn;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** What callers are told after a write has failed and shut the pipeline. */
final class CommitFailures {
  private CommitFailures() {}

  /** Why a commit fails, its own failure or one before it. */
  static DbException refused(Throwable cause) {
    ErrorCode code = cause instanceof DbException e ? e.code() : ErrorCode.IO_ERROR;
    boolean full = code == ErrorCode.DISK_FULL;
    return new DbException(
            full || code == ErrorCode.CORRUPT_DATA || code == ErrorCode.UNAVAILABLE
                ? code
                : ErrorCode.IO_ERROR,
            "The commit could not be written" + (full ? ": the disk is full" : ""),
            cause)
        .detail(reason(cause))
        .hint(
            (full ? "Make room on the disk" : "Open the database again")
                + ": until then it can be read, and takes no writes.");
  }

  /** What an engine says about a failure; the file is in its detail. */
  private static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof DbException e
        ? e.detail().map(detail -> message + ": " + detail).orElse(message)
        : message;
  }

  /** Why a timestamp after the last commit cannot be read. */
  static DbException unreadable(Throwable cause) {
    boolean known =
        cause instanceof DbException e
            && (e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.DISK_FULL);
    return new DbException(
            known ? ((DbException) cause).code() : ErrorCode.IO_ERROR,
            "Nothing can be read at a timestamp after the last commit",
            cause)
        .detail("A later commit could not be written, and may yet be found on disk.")
        .hint("Open the database again.");
  }
}
