package org.ratchetdb.engine.result;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last line before a user: whatever went wrong becomes an error with a code. */
public final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** The failure itself when it has a code; a fault of ours is logged and named as one. */
  public static DbException toDbException(Throwable failure) {
    if (failure instanceof DbException e) {
      return e;
    }
    if (failure instanceof StackOverflowError) {
      return new DbException(ErrorCode.TOO_COMPLEX, "The statement is too complex", failure)
          .hint("Break it into smaller statements.");
    }
    if (failure instanceof OutOfMemoryError) {
      return new DbException(ErrorCode.OUT_OF_MEMORY, "The process is out of memory", failure)
          .hint("Give the Java virtual machine more memory, or read less at once.");
    }
    LOG.error("A statement failed through a fault of the database", failure);
    return new DbException(
            ErrorCode.INTERNAL, "Internal error: " + failure.getClass().getSimpleName(), failure)
        .hint("This is a fault of Ratchet; please report it with the statement.");
  }
}
