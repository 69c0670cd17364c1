package org.ratchetdb.storage.txn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.TransactionOptions.Isolation;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * A read-write transaction.
 *
 * <p>SERIALIZABLE: reads lock, then look at the newest versions; what is locked cannot change, so
 * all reads together look like one moment, that of the commit. REPEATABLE_READ: reads look at the
 * snapshot of the first call and do not lock unless asked for EXCLUSIVE; a key that has changed
 * since the snapshot cannot be written.
 *
 * <p>Every read checks that the locks are still there after it has read, so a wounded transaction
 * never hands out a mixture of two states, although its locks are taken away while it runs.
 */
final class Transaction extends GuardedReader implements KvTransaction {
  private final LockOwner owner;
  private final boolean repeatableRead;
  private final WriteBuffer buffer = new WriteBuffer();

  /** REPEATABLE_READ only, from the first call on. */
  private @Nullable SharedSnapshot snapshot;

  /** For the reaper of idle transactions, which alone uses them. */
  long callsSeen = -1;

  long idleSinceNanos;

  Transaction(TransactionalStore store, LockOwner owner, TransactionOptions options) {
    super(store);
    this.owner = owner;
    this.repeatableRead = options.isolation() == Isolation.REPEATABLE_READ;
    limitWaits(options.lockTimeout(), TransactionOptions.NO_DEADLINE);
  }

  LockOwner owner() {
    return owner;
  }

  @Override
  @Nullable SharedSnapshot snapshot() {
    return snapshot;
  }

  @Override
  void checkReadable() {
    owner.checkOpen();
  }

  @Override
  void checkWasReadable() {
    owner.checkOpen();
  }

  @Override
  public long id() {
    return owner.id();
  }

  @Override
  public long age() {
    return owner.age();
  }

  @Override
  public void limitWaits(@Nullable Duration lockTimeout, long deadlineNanos) {
    owner.limitWaits(lockTimeout == null ? Long.MAX_VALUE : lockTimeout.toNanos(), deadlineNanos);
  }

  @Override
  public boolean isOpen() {
    return owner.state() == LockOwner.State.OPEN && !store.isClosed();
  }

  @Override
  public void keepAlive() {
    countCall();
  }

  @Override
  public void cancel() {
    owner.cancel();
  }

  @Override
  public void forgetCancel() {
    owner.forgetCancel();
  }

  /** Begins a call of an open transaction. */
  private void begin() {
    enter();
    try {
      owner.checkOpen();
      if (repeatableRead && snapshot == null) {
        snapshot = store.engine().acquireSnapshot();
      }
    } catch (RuntimeException | Error e) {
      exit();
      throw e;
    }
  }

  // ---- reads

  @Override
  public boolean get(Key key, CellLocks locks, ByteSlice into) {
    begin();
    try {
      return read(key, locks, into);
    } finally {
      exit();
    }
  }

  private boolean read(Key key, CellLocks locks, ByteSlice into) {
    boolean locking = locksReads(locks);
    if (locking) {
      store.dataLocks().lockPoint(owner, key, locks.shared(), locks.exclusive());
    }
    WriteBuffer.Write own = buffer.get(key);
    if (own != null) {
      byte[] payload = own.payload;
      if (payload == null) {
        return false;
      }
      into.set(payload, 0, payload.length);
      return true;
    }
    boolean found = store.engine().get(snapshot, key, version);
    if (repeatableRead && locking) {
      checkUnchanged(key);
    }
    owner.checkOpen();
    LoadListener listener = store.loadListener();
    if (!found) {
      listener.read(key, 0, 0);
      return false;
    }
    version.payloadInto(into);
    listener.read(key, 1, key.length() + into.length());
    return true;
  }

  private boolean locksReads(CellLocks locks) {
    return !repeatableRead || locks.binding() || locks.exclusive() != 0;
  }

  @Override
  public List<byte @Nullable []> getAll(List<Key> keys, CellLocks locks) {
    begin();
    try {
      List<byte @Nullable []> payloads = new ArrayList<>(keys.size());
      ByteSlice slice = new ByteSlice();
      for (Key key : keys) {
        payloads.add(read(key, locks, slice) ? slice.toByteArray() : null);
      }
      return payloads;
    } finally {
      exit();
    }
  }

  @Override
  public KvCursor scan(ScanRequest request) {
    begin();
    try {
      CellLocks locks = request.locks();
      boolean locking = locksReads(locks);
      if (locking) {
        store.dataLocks().lockRange(owner, request.range(), locks.shared(), locks.exclusive());
      }
      VersionCursor stored = store.engine().scan(snapshot, request.range(), request.reverse());
      boolean checks = repeatableRead && locking && !locks.isNone();
      StoreCursor cursor =
          new StoreCursor(
              this,
              stored,
              buffer.pending(request.range(), request.reverse()),
              request.reverse(),
              request.limit(),
              checks
                  ? key -> checkUnchanged(Key.copyOf(key.array(), key.offset(), key.length()))
                  : null,
              store.loadListener());
      opened(cursor);
      return cursor;
    } finally {
      exit();
    }
  }

  // ---- first committer wins

  /** Aborts when a key that is now locked exclusively has changed since the snapshot. */
  private void checkUnchanged(Key key) {
    Version newest = new Version();
    boolean found = store.engine().get(null, key, newest);
    checkUnchanged(key, found ? newest.timestampMicros() : OldVersionCheck.ABSENT);
  }

  private void checkUnchanged(Key key, long newestMicros) {
    SharedSnapshot seen = snapshot;
    if (seen == null) {
      throw new IllegalStateException("A repeatable read transaction has no snapshot");
    }
    boolean changed =
        newestMicros == OldVersionCheck.ABSENT
            ? store.engine().get(seen, key, new Version())
            : newestMicros > seen.timestampMicros();
    if (changed) {
      store.counters().conflicts.increment();
      LockTable.abort(owner, LockOwner.State.CONFLICTED);
      owner.end();
      throw LockOwner.failure(LockOwner.State.CONFLICTED).with("key", key);
    }
  }

  // ---- writes

  @Override
  public void put(Key key, byte[] payload) {
    write(key, payload, WriteBuffer.NO_STAMPS);
  }

  @Override
  public void putStamped(Key key, byte[] payload, int[] stampOffsets) {
    for (int offset : stampOffsets) {
      if (offset < 0 || offset > payload.length - Long.BYTES) {
        throw new IllegalArgumentException("No room for a timestamp at " + offset);
      }
    }
    write(key, payload, stampOffsets);
  }

  @Override
  public void delete(Key key) {
    write(key, null, WriteBuffer.NO_STAMPS);
  }

  private void write(Key key, byte @Nullable [] payload, int[] stampOffsets) {
    begin();
    try {
      store.dataLocks().lockPoint(owner, key, 0, Cells.ALL);
      buffer.put(key, payload, stampOffsets);
    } finally {
      exit();
    }
  }

  @Override
  public void putMeta(Key key, byte @Nullable [] value) {
    begin();
    try {
      store.metaLocks().lockPoint(owner, key, 0, Cells.ALL);
      buffer.putMeta(key, value);
    } finally {
      exit();
    }
  }

  @Override
  public void lock(KeyRange range, CellLocks locks) {
    begin();
    try {
      if (range.equals(KeyRange.point(range.start()))) {
        store.dataLocks().lockPoint(owner, range.start(), locks.shared(), locks.exclusive());
      } else {
        store.dataLocks().lockRange(owner, range, locks.shared(), locks.exclusive());
      }
    } finally {
      exit();
    }
  }

  @Override
  public int savepoint() {
    return buffer.savepoint();
  }

  @Override
  public void rollbackTo(int savepoint) {
    begin();
    try {
      buffer.rollbackTo(savepoint);
    } finally {
      exit();
    }
  }

  @Override
  public int bufferedEntries() {
    return buffer.entries();
  }

  @Override
  public long bufferedBytes() {
    return buffer.bytes();
  }

  // ---- the end

  @Override
  public CommitResult commit(CommitOptions options) {
    enter();
    try {
      owner.beginCommit();
      PreparedWrites writes = null;
      CommitTimestamp timestamp;
      try {
        if (buffer.isEmpty()) {
          timestamp = new CommitTimestamp(store.engine().appliedMicros());
        } else {
          writes =
              store
                  .engine()
                  .prepare(buffer, repeatableRead ? this::checkUnchanged : OldVersionCheck.NONE);
          store.pipeline().commit(writes, buffer.bytes(), options);
          timestamp = new CommitTimestamp(writes.timestampMicros());
          store.threads().step("commit.unlock");
        }
      } finally {
        finish();
      }
      if (writes != null) {
        report(writes);
      }
      return new CommitResult(timestamp, buffer.size());
    } finally {
      exit();
    }
  }

  private void report(PreparedWrites writes) {
    store.counters().entriesWritten.add(buffer.size());
    store.counters().bytesWritten.add(buffer.bytes());
    LoadListener listener = store.loadListener();
    if (listener == LoadListener.NONE) {
      return;
    }
    int[] index = {0};
    buffer.forEachData(
        (key, payload, stamps) -> listener.written(key, writes.deltaBytes(index[0]++)));
  }

  private void finish() {
    owner.end();
    LockTable.releaseAll(owner);
    free();
  }

  @Override
  public void rollback() {
    if (store.isClosed()) {
      return; // the closing thread ends what is still open
    }
    enter();
    try {
      finish();
    } finally {
      exit();
    }
  }

  @Override
  public void close() {
    rollback();
  }
}
