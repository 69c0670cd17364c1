package org.ratchetdb.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot go on, for a reason that its user understands. The message is one line. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CliException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
