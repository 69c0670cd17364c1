package org.ratchetdb.storage.txn;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.ReadMoment;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * A view at one timestamp. When nothing has been committed between that and the snapshot, reads
 * never look at history; else they merge it in and are subject to its retention.
 */
final class View extends GuardedReader implements ReadView {
  private final SharedSnapshot snapshot;
  private final long micros;
  private final boolean exact;
  private final boolean historical;
  private volatile boolean closed;

  /**
   * Takes over one reference to the snapshot.
   *
   * @param micros before the snapshot's timestamp, or one at which its state still held
   * @param exact whether that timestamp is final, so that no commit comes at or before it any more
   */
  View(TransactionalStore store, SharedSnapshot snapshot, long micros, boolean exact) {
    super(store);
    this.exact = exact;
    this.snapshot = snapshot;
    this.micros = micros;
    this.historical = micros < snapshot.timestampMicros();
  }

  @Override
  SharedSnapshot snapshot() {
    return snapshot;
  }

  @Override
  void checkReadable() {
    if (closed) {
      throw new IllegalStateException("The view is closed");
    }
  }

  @Override
  void checkWasReadable() {
    if (historical) {
      store.history().check(micros);
    } else {
      store.checkNotDropped(snapshot);
    }
  }

  @Override
  public CommitTimestamp readTimestamp() {
    return new CommitTimestamp(micros);
  }

  @Override
  public ReadMoment moment() {
    if (exact) {
      CommitTimestamp timestamp = readTimestamp();
      return notAfterMicros -> timestamp;
    }
    CommitPipeline pipeline = store.pipeline();
    SharedSnapshot state = snapshot;
    return notAfterMicros ->
        new CommitTimestamp(pipeline.closeWithoutWaiting(state, notAfterMicros));
  }

  @Override
  public void requireRetained() {
    if (historical) {
      store.history().check(micros);
      return;
    }
    long end = snapshot.endMicros();
    if (end != 0) {
      store.history().check(Math.max(micros, end - 1));
    }
  }

  @Override
  public ReadView duplicate() {
    enter();
    try {
      checkReadable();
      if (!snapshot.tryRetain()) {
        throw new IllegalStateException("An open view has lost its snapshot");
      }
      return store.register(new View(store, snapshot, micros, exact));
    } finally {
      exit();
    }
  }

  @Override
  public boolean get(Key key, CellLocks locks, ByteSlice into) {
    enter();
    try {
      return read(key, into);
    } finally {
      exit();
    }
  }

  private boolean read(Key key, ByteSlice into) {
    checkReadable();
    boolean found =
        historical
            ? store.engine().getAt(snapshot, micros, key, version)
            : store.engine().get(snapshot, key, version);
    checkWasReadable();
    LoadListener listener = store.loadListener();
    if (!found) {
      listener.read(key, 0, 0);
      return false;
    }
    version.payloadInto(into);
    listener.read(key, 1, key.length() + into.length());
    return true;
  }

  @Override
  public List<byte @Nullable []> getAll(List<Key> keys, CellLocks locks) {
    enter();
    try {
      List<byte @Nullable []> payloads = new ArrayList<>(keys.size());
      ByteSlice slice = new ByteSlice();
      for (Key key : keys) {
        payloads.add(read(key, slice) ? slice.toByteArray() : null);
      }
      return payloads;
    } finally {
      exit();
    }
  }

  @Override
  public KvCursor scan(ScanRequest request) {
    enter();
    try {
      checkReadable();
      VersionCursor stored = openStored(request);
      StoreCursor cursor =
          new StoreCursor(
              this, stored, null, request.reverse(), request.limit(), null, store.loadListener());
      opened(cursor);
      return cursor;
    } finally {
      exit();
    }
  }

  private VersionCursor openStored(ScanRequest request) {
    return historical
        ? store.engine().scanAt(snapshot, micros, request.range(), request.reverse())
        : store.engine().scan(snapshot, request.range(), request.reverse());
  }

  @Override
  public void close() {
    if (closed || store.isClosed()) {
      return; // the closing thread frees what is still open
    }
    enter();
    try {
      closed = true;
      free();
    } finally {
      exit();
    }
  }
}
