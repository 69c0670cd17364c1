package org.ratchetdb.engine.session;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.result.DetachableCursor;

/**
 * The cursor of a transaction's last query, whose rows the client may still be reading while it
 * sends the next statement. Owned by one thread.
 */
final class OpenCursor {
  private @Nullable DetachableCursor cursor;

  void register(DetachableCursor opened) {
    cursor = opened;
  }

  /** Reads its rest, so that it keeps its rows whatever happens to the transaction. */
  void detach() {
    DetachableCursor detaching = take();
    if (detaching != null) {
      detaching.detach();
    }
  }

  /** Ends it: nobody may want its rows now, and reading on could fail. */
  void close() {
    DetachableCursor closing = take();
    if (closing != null) {
      closing.close();
    }
  }

  private @Nullable DetachableCursor take() {
    DetachableCursor taken = cursor;
    cursor = null;
    return taken;
  }
}
