package org.ratchetdb.executor;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Turns what only a bug can throw into an error that users can report. */
final class InternalErrors {
  private InternalErrors() {}

  static <T extends @Nullable Object> T guard(Supplier<T> work) {
    try {
      return work.get();
    } catch (DbException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new DbException(ErrorCode.INTERNAL, "Internal error while executing a statement", e);
    } catch (StackOverflowError e) {
      throw new DbException(ErrorCode.TOO_COMPLEX, "Statement is nested too deeply", e);
    }
  }
}
