package org.ratchetdb.storage.txn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * A scan as the caller sees it: stored versions with the transaction's own writes laid over them,
 * cut off at the limit, and counted for the load listener. Owned by its reader's thread.
 */
final class StoreCursor implements KvCursor {
  /** Rows between two reports to the listener, so that a long scan is counted while it runs. */
  private static final int REPORT_ROWS = 1024;

  private final GuardedReader reader;
  private final @Nullable PendingWrites pending;
  private final boolean reverse;
  private final long limit;
  private final @Nullable RowCheck check;
  private final LoadListener listener;
  private final ByteSlice ownKey = new ByteSlice();
  private final ByteSlice ownValue = new ByteSlice();

  private @Nullable VersionCursor stored;
  private boolean exhausted;

  /** Whether the stored cursor stands on an entry that was not given out yet. */
  private boolean storedAhead;

  private ByteSlice key = ownKey;
  private ByteSlice value = ownValue;
  private long emitted;

  private final ByteSlice stretchStart = new ByteSlice();
  private long stretchRows;
  private long stretchBytes;

  /** Looks at every stored row before it is given out; throws to stop the scan. */
  @FunctionalInterface
  interface RowCheck {
    void check(ByteSlice key);
  }

  StoreCursor(
      GuardedReader reader,
      VersionCursor stored,
      @Nullable PendingWrites pending,
      boolean reverse,
      long limit,
      @Nullable RowCheck check,
      LoadListener listener) {
    this.reader = reader;
    this.stored = stored;
    this.pending = pending;
    this.reverse = reverse;
    this.limit = limit;
    this.check = check;
    this.listener = listener;
  }

  @Override
  public boolean next() {
    reader.enter();
    try {
      reader.checkReadable();
      VersionCursor source = stored;
      if (source == null || emitted >= limit) {
        return false;
      }
      boolean found = pending == null ? nextStored(source) : nextMerged(source, pending);
      reader.checkWasReadable();
      if (!found) {
        exhausted = true;
        report();
        return false;
      }
      emitted++;
      if (listener != LoadListener.NONE) {
        count();
      }
      return true;
    } finally {
      reader.exit();
    }
  }

  private boolean nextStored(VersionCursor source) {
    if (!source.next()) {
      return false;
    }
    giveStored(source);
    return true;
  }

  private void giveStored(VersionCursor source) {
    key = source.key();
    value = source.payload();
    if (check != null) {
      check.check(key);
    }
  }

  private boolean nextMerged(VersionCursor source, PendingWrites own) {
    while (true) {
      if (!storedAhead) {
        storedAhead = source.next();
      }
      if (own.isAtEnd()) {
        if (!storedAhead) {
          return false;
        }
        storedAhead = false;
        giveStored(source);
        return true;
      }
      int order = storedAhead ? compareToStored(own.key(), source.key()) : -1;
      if (order > 0) {
        storedAhead = false;
        giveStored(source);
        return true;
      }
      byte[] payload = own.payload();
      if (own.isPatch() && payload != null) {
        PayloadMerger.Merged merged =
            order == 0 ? patched(source, payload, own.stampOffsets()) : null;
        // Its row is there unless the locks are lost, of which the caller is about to hear.
        payload = merged == null ? null : merged.payload();
      }
      if (order == 0) {
        storedAhead = false;
      }
      Key ownsKey = own.key();
      own.step();
      if (payload != null) {
        ownKey.set(ownsKey.unsafeBytes(), 0, ownsKey.length());
        ownValue.set(payload, 0, payload.length);
        key = ownKey;
        value = ownValue;
        return true;
      }
    }
  }

  private PayloadMerger.Merged patched(VersionCursor source, byte[] patch, int[] stampOffsets) {
    return reader
        .store
        .merger()
        .merge(source.payload(), WriteBuffer.NO_STAMPS, patch, stampOffsets);
  }

  /** Whether it has come to the end of its range, not only of its limit. */
  boolean isExhausted() {
    return exhausted;
  }

  /** The key given out last, or null. */
  @Nullable Key lastKey() {
    return emitted == 0 ? null : Key.copyOf(key.array(), key.offset(), key.length());
  }

  /** Negative when the own key comes first in the direction of the scan. */
  private int compareToStored(Key own, ByteSlice other) {
    byte[] bytes = own.unsafeBytes();
    int order =
        Arrays.compareUnsigned(
            bytes, 0, bytes.length, other.array(), other.offset(), other.offset() + other.length());
    return reverse ? -order : order;
  }

  @Override
  public ByteSlice key() {
    return key;
  }

  @Override
  public ByteSlice value() {
    return value;
  }

  @Override
  public void skipTo(Key target) {
    reader.enter();
    try {
      reader.checkReadable();
      VersionCursor source = stored;
      if (source == null) {
        return;
      }
      if (pending != null) {
        pending.skipTo(target);
        if (storedAhead && compareToStored(target, source.key()) <= 0) {
          return;
        }
        storedAhead = false;
      }
      source.skipTo(target);
    } finally {
      reader.exit();
    }
  }

  private void count() {
    if (stretchRows == 0) {
      stretchStart.set(key.toByteArray(), 0, key.length());
    }
    stretchRows++;
    stretchBytes += key.length() + value.length();
    if (stretchRows == REPORT_ROWS) {
      report();
    }
  }

  private void report() {
    if (stretchRows > 0) {
      listener.scanned(stretchStart, stretchRows, stretchBytes);
      stretchRows = 0;
      stretchBytes = 0;
    }
  }

  @Override
  public void close() {
    if (stored == null || reader.store.isClosed()) {
      return; // the closing thread frees what is still open
    }
    reader.enter();
    try {
      report();
      reader.closed(this);
      freeStored();
    } finally {
      reader.exit();
    }
  }

  /** Called under the reader's guard, or by the thread that closes the store. */
  void freeStored() {
    VersionCursor source = stored;
    if (source != null) {
      stored = null;
      source.close();
    }
  }
}
