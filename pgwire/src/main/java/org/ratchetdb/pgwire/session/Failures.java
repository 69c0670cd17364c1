package org.ratchetdb.pgwire.session;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns whatever was thrown into an error that may be told to a client. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** What a client may see; anything but a DbException is logged and told without its text. */
  static DbException toUserError(Throwable failure) {
    if (failure instanceof DbException e) {
      if (e.code() == ErrorCode.INTERNAL) {
        log.error("Statement failed", e);
      } else if (e.code() == ErrorCode.CORRUPT_DATA) {
        // The client is told all there is to know; somebody else should look at the disk as well.
        log.error("Statement met damage: {} ({})", e.message(), e.detail().orElse("no detail"));
      }
      return e;
    }
    if (failure instanceof StackOverflowError) {
      return new DbException(ErrorCode.TOO_COMPLEX, "stack depth limit exceeded", failure);
    }
    if (failure instanceof OutOfMemoryError) {
      log.error("Out of memory while running a statement", failure);
      return new DbException(ErrorCode.OUT_OF_MEMORY, "out of memory", failure);
    }
    log.error("Statement failed in an unexpected way", failure);
    return new DbException(ErrorCode.INTERNAL, "internal error", failure)
        .hint("The server's log has the details.");
  }
}
