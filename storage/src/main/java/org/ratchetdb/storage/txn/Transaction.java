package org.ratchetdb.storage.txn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LoadListener;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.api.TransactionOptions.Isolation;
import org.ratchetdb.storage.lock.LockOwner;
import org.ratchetdb.storage.lock.LockTable;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.VersionCursor;

/**
 * A read-write transaction.
 *
 * <p>SERIALIZABLE, pessimistic: reads lock, then look at the newest versions; what is locked cannot
 * change, so all reads together look like one moment, that of the commit. Optimistic: reads look at
 * the snapshot of the first call and are remembered; the commit locks everything that was read or
 * is written, all at once, and fails when something read has changed.
 *
 * <p>REPEATABLE READ: reads look at the snapshot of the first call. Those that must hold ({@link
 * CellLocks#binding}) are locked and checked (pessimistic) or remembered (optimistic, the default);
 * cells that others have written since the snapshot cannot be written.
 *
 * <p>Every read checks that the locks are still there after it has read, so a wounded transaction
 * never hands out a mixture of two states, although its locks are taken away while it runs.
 */
final class Transaction extends GuardedReader implements KvTransaction {
  private final LockOwner owner;
  private final boolean repeatableRead;
  private final boolean optimistic;

  /** Whether an optimistic transaction has locked and checked what it read. */
  private boolean lockedForCommit;

  private final WriteBuffer buffer;

  /** The commit timestamp must be greater. */
  private long floorMicros;

  /** What reads look at, from the first call on; null where they look at the newest versions. */
  private @Nullable SharedSnapshot snapshot;

  /** With the snapshot. */
  private @Nullable Conflicts conflicts;

  /** What is to be checked at commit; null when reads lock. */
  private final @Nullable ReadSet reads;

  /** Timestamp of the newest version it has read, among those that it found by their key. */
  private long seenMicros;

  /** Whether it has seen that there is nothing somewhere, which has no timestamp. */
  private boolean sawGaps;

  /** For the reaper of idle transactions, which alone uses them. */
  long callsSeen = -1;

  long idleSinceNanos;

  Transaction(TransactionalStore store, LockOwner owner, TransactionOptions options) {
    super(store);
    this.owner = owner;
    this.repeatableRead = options.isolation() == Isolation.REPEATABLE_READ;
    this.optimistic = options.isOptimistic();
    this.reads = optimistic ? new ReadSet() : null;
    this.buffer = new WriteBuffer(store.merger());
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
    countCall(); // a statement is to come, though it may read nothing
    owner.limitWaits(lockTimeout == null ? Long.MAX_VALUE : lockTimeout.toNanos(), deadlineNanos);
  }

  @Override
  public boolean isOpen() {
    return owner.state() == LockOwner.State.OPEN && !store.isClosed();
  }

  @Override
  public void requireNotAborted() {
    if (owner.isLost()) {
      owner.checkOpen();
    }
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

  @Override
  public void abandon() {
    LockTable.abort(owner, LockOwner.State.ABANDONED);
    store.freeLost(this);
  }

  @Override
  void freedByOutsider() {
    buffer.discard();
  }

  /** Begins a call of an open transaction. */
  private void begin() {
    enter();
    try {
      owner.checkOpen();
      if ((repeatableRead || optimistic) && snapshot == null) {
        SharedSnapshot taken = store.engine().acquireSnapshot();
        snapshot = taken;
        conflicts = new Conflicts(store, owner, taken);
      }
    } catch (RuntimeException | Error e) {
      exit();
      throw e;
    }
  }

  private Conflicts conflicts() {
    Conflicts known = conflicts;
    if (known == null) {
      throw new IllegalStateException("A transaction that reads a snapshot has none");
    }
    return known;
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
    boolean holds = mustHold(locks);
    if (holds && !optimistic) {
      lockPoint(key, locks);
    }
    WriteBuffer.Write own = buffer.get(key);
    if (own != null && !own.isPatch()) {
      byte[] payload = own.payload;
      if (payload == null) {
        return false;
      }
      into.set(payload, 0, payload.length);
      return true;
    }
    boolean found = store.engine().get(snapshot, key, version);
    if (holds && snapshot != null) {
      bind(key, locks);
    }
    owner.checkOpen();
    LoadListener listener = store.loadListener();
    if (!found) {
      sawGaps = true;
      listener.read(key, 0, 0);
      return false;
    }
    seenMicros = Math.max(seenMicros, version.timestampMicros());
    version.payloadInto(into);
    listener.read(key, 1, key.length() + into.length());
    if (own != null && own.payload != null) {
      PayloadMerger.Merged merged =
          store.merger().merge(into, WriteBuffer.NO_STAMPS, own.payload, own.stampOffsets);
      into.set(merged.payload(), 0, merged.payload().length);
    }
    return true;
  }

  /** Whether what is read with these locks has to read the same at the commit. */
  private boolean mustHold(CellLocks locks) {
    return (!repeatableRead || locks.binding()) && !locks.isNone();
  }

  /**
   * What must not have changed since the snapshot: what is read, and, where the first committer
   * wins, what is going to be written.
   */
  private long unchanged(CellLocks locks) {
    return repeatableRead ? locks.cells() : locks.read();
  }

  /** Makes a read from the snapshot one that holds; fails at once when it already does not. */
  private void bind(Key key, CellLocks locks) {
    if (locks.binding()) {
      conflicts().requireUnread(key, unchanged(locks));
    }
    if (reads != null) {
      reads.addPoint(key, unchanged(locks));
    }
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
      boolean holds = mustHold(locks);
      boolean checks = holds && optimistic && locks.binding();
      StoreCursor cursor =
          new StoreCursor(
              this,
              stored(request, holds && !optimistic),
              buffer.pending(request.range(), request.reverse()),
              request.reverse(),
              request.limit(),
              checks
                  ? key ->
                      conflicts()
                          .requireUnread(
                              Key.copyOf(key.array(), key.offset(), key.length()), unchanged(locks))
                  : null,
              store.loadListener());
      opened(cursor);
      sawGaps = true;
      if (holds && reads != null) {
        reads.addScan(cursor, request.range(), request.reverse(), unchanged(locks));
      }
      return cursor;
    } finally {
      exit();
    }
  }

  private VersionCursor stored(ScanRequest request, boolean locking) {
    CellLocks locks = request.locks();
    if (!locking) {
      return store.engine().scan(snapshot, request.range(), request.reverse());
    }
    if (snapshot != null) {
      lockRange(request.range(), locks);
      conflicts().requireUnread(request.range(), unchanged(locks));
      return store.engine().scan(snapshot, request.range(), request.reverse());
    }
    if (request.whole()) {
      lockRange(request.range(), locks);
      return store.engine().scan(null, request.range(), request.reverse());
    }
    return new LockingCursor(
        store.engine(),
        request.range(),
        request.reverse(),
        request.limit(),
        part -> lockRange(part, locks));
  }

  private void lockRange(KeyRange range, CellLocks locks) {
    store
        .dataLocks()
        .lockRange(owner, range, locks.shared(), blind(locks.written()), exclusive(locks));
  }

  private void lockPoint(Key key, CellLocks locks) {
    store
        .dataLocks()
        .lockPoint(owner, key, locks.shared(), blind(locks.written()), exclusive(locks));
  }

  /** The cells that others may write as well: none where the first committer wins. */
  private long blind(long written) {
    return repeatableRead ? 0 : written;
  }

  private long exclusive(CellLocks locks) {
    return repeatableRead ? locks.written() | locks.exclusive() : locks.exclusive();
  }

  /** Locks what a patch is about: that there is a row, and the cells that it writes. */
  private void lockPatch(Key key, long cells) {
    store
        .dataLocks()
        .lockPoint(owner, key, Cells.EXISTENCE, blind(cells), repeatableRead ? cells : 0);
  }

  @Override
  void closed(StoreCursor cursor) {
    super.closed(cursor);
    if (reads != null) {
      reads.closed(cursor);
    }
  }

  // ---- writes

  @Override
  public void put(Key key, byte[] payload) {
    write(key, payload, WriteBuffer.NO_STAMPS);
  }

  @Override
  public boolean[] lockToInsert(List<Key> keys) {
    begin();
    try {
      boolean[] exist = new boolean[keys.size()];
      if (snapshot == null) {
        for (Key key : keys) {
          lockPoint(key, CellLocks.EXCLUSIVE);
        }
        store.engine().findNewest(keys, exist);
        sawGaps = true;
      } else {
        Arrays.fill(exist, true); // what was written since the snapshot counts as well
      }
      ByteSlice slice = new ByteSlice();
      for (int i = 0; i < exist.length; i++) {
        Key key = keys.get(i);
        if (exist[i] || buffer.get(key) != null) {
          exist[i] = read(key, CellLocks.EXCLUSIVE, slice);
        } else {
          store.loadListener().read(key, 0, 0);
        }
      }
      owner.checkOpen();
      return exist;
    } finally {
      exit();
    }
  }

  @Override
  public void insert(Key key, byte[] payload, int[] stampOffsets) {
    checkStamps(payload, stampOffsets);
    if (snapshot != null || optimistic || repeatableRead) {
      write(key, payload, stampOffsets); // what was read may not be the newest
      return;
    }
    begin();
    try {
      buffer.insert(key, payload, stampOffsets);
    } finally {
      exit();
    }
  }

  @Override
  public void putStamped(Key key, byte[] payload, int[] stampOffsets) {
    checkStamps(payload, stampOffsets);
    write(key, payload, stampOffsets);
  }

  private static void checkStamps(byte[] payload, int[] stampOffsets) {
    for (int offset : stampOffsets) {
      if (offset < 0 || offset > payload.length - Long.BYTES) {
        throw new IllegalArgumentException("No room for a timestamp at " + offset);
      }
    }
  }

  @Override
  public void putStamped(StampedKey key, byte[] payload, int[] stampOffsets) {
    checkStamps(payload, stampOffsets);
    begin();
    try {
      // The commit comes after everything that is applied now, so it cannot write a key before.
      KeyRange possible = key.after(store.engine().appliedMicros());
      store.dataLocks().lockForTimestampInsert(owner, possible);
      buffer.putStamped(key, payload, stampOffsets);
    } finally {
      exit();
    }
  }

  @Override
  public boolean getStamped(StampedKey key, ByteSlice into) {
    begin();
    try {
      WriteBuffer.StampedWrite own = buffer.get(key);
      if (own == null) {
        return false;
      }
      into.set(own.payload, 0, own.payload.length);
      return true;
    } finally {
      exit();
    }
  }

  @Override
  public void deleteStamped(StampedKey key) {
    begin();
    try {
      buffer.deleteStamped(key);
    } finally {
      exit();
    }
  }

  @Override
  public void commitAfter(long micros) {
    if (micros <= floorMicros) {
      return;
    }
    store.checkNotInFuture(micros);
    floorMicros = micros;
  }

  @Override
  public void delete(Key key) {
    write(key, null, WriteBuffer.NO_STAMPS);
  }

  private void write(Key key, byte @Nullable [] payload, int[] stampOffsets) {
    begin();
    try {
      if (!optimistic) {
        store.dataLocks().lockPoint(owner, key, 0, 0, Cells.ALL);
      }
      buffer.put(key, payload, stampOffsets);
    } finally {
      exit();
    }
  }

  @Override
  public void update(Key key, byte[] patch, int[] stampOffsets, long cells) {
    if (store.merger() == PayloadMerger.NONE) {
      throw new UnsupportedOperationException("This store was opened without a merger");
    }
    checkStamps(patch, stampOffsets);
    begin();
    try {
      if (reads == null) {
        lockPatch(key, cells);
      } else if (buffer.get(key) == null) {
        reads.addPoint(key, Cells.EXISTENCE); // there must be something to lay the patch over
      }
      buffer.patch(key, patch, stampOffsets, cells);
    } finally {
      exit();
    }
  }

  @Override
  public void putMeta(Key key, byte @Nullable [] value) {
    begin();
    try {
      store.metaLocks().lockPoint(owner, key, 0, 0, Cells.ALL);
      buffer.putMeta(key, value);
    } finally {
      exit();
    }
  }

  @Override
  public void lock(KeyRange range, CellLocks locks) {
    begin();
    try {
      boolean point = range.equals(KeyRange.point(range.start()));
      if (reads != null) {
        if (mustHold(locks) && point) {
          reads.addPoint(range.start(), unchanged(locks));
        } else if (mustHold(locks)) {
          reads.addRange(range, unchanged(locks));
        }
      } else if (point) {
        lockPoint(range.start(), locks);
      } else {
        lockRange(range, locks);
      }
    } finally {
      exit();
    }
  }

  @Override
  public int savepoint() {
    enter();
    try {
      return buffer.savepoint();
    } finally {
      exit();
    }
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
  public void onRollbackTo(Runnable action) {
    enter();
    try {
      buffer.onRollbackTo(action);
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
  public void lockForCommit() {
    begin();
    try {
      ReadSet seen = reads;
      if (seen != null && !buffer.isEmpty()) {
        lockAll(seen);
        lockedForCommit = true;
      }
    } finally {
      exit();
    }
  }

  @Override
  public CommitResult commit(CommitOptions options) {
    enter();
    try {
      PreparedWrites writes = null;
      long micros;
      try {
        if (buffer.isEmpty()) {
          // All reads are of one moment already, that of the locks or of the snapshot.
          owner.beginCommit();
          micros = Math.max(store.engine().appliedMicros(), newestReadMicros());
        } else {
          writes = write(options);
          micros = writes.timestampMicros();
          store.threads().step("commit.unlock");
        }
      } finally {
        finish();
      }
      if (writes == null) {
        // What it has read may be in the log and not on disk yet.
        store.pipeline().awaitPublished(micros);
        micros = Math.min(micros, store.engine().appliedMicros());
      } else {
        report(writes);
      }
      return new CommitResult(new CommitTimestamp(micros), buffer.size());
    } finally {
      exit();
    }
  }

  /** No commit after this one has written what was read; its locks are still there. */
  private long newestReadMicros() {
    if (snapshot != null) {
      return snapshot.timestampMicros();
    }
    return sawGaps ? store.pipeline().lastCommitMicros() : seenMicros;
  }

  private PreparedWrites write(CommitOptions options) {
    if (buffer.hasStampedKeys()) {
      store.checkTimestampsFitKeys();
    }
    if (reads != null && !lockedForCommit) {
      lockAll(reads);
    }
    owner.beginCommit();
    OldVersionCheck check = repeatableRead ? this::checkUnwritten : OldVersionCheck.NONE;
    List<Key> patched = buffer.patchedKeys();
    if (patched.isEmpty()) {
      PreparedWrites writes = store.engine().prepare(buffer, check, store.merger());
      writes.setFloorMicros(floorMicros);
      return store.pipeline().commit(writes, null, buffer.bytes(), options, owner);
    }
    PatchedKeys.Claim patches = store.patchedKeys().claim(patched, buffer);
    try {
      PreparedWrites writes = patches.prepare(check);
      writes.setFloorMicros(floorMicros);
      return store.pipeline().commit(writes, patches, buffer.bytes(), options, owner);
    } finally {
      patches.release();
    }
  }

  private void checkUnwritten(Key key, long newestMicros) {
    WriteBuffer.Write own = buffer.get(key);
    long cells = own == null ? Cells.ALL : own.cells;
    conflicts().requireUnwritten(key, newestMicros, cells);
  }

  /** Locks what was read and what is written, then checks that the reads hold. */
  private void lockAll(ReadSet reads) {
    owner.checkOpen();
    reads.settle();
    LockTable locks = store.dataLocks();
    buffer
        .data()
        .forEach(
            (key, write) -> {
              if (write.isPatch()) {
                lockPatch(key, write.cells);
              } else {
                locks.lockPoint(owner, key, 0, 0, Cells.ALL);
              }
            });
    reads.ranges().forEach(read -> locks.lockRange(owner, read.range(), read.cells(), 0, 0));
    reads.points().forEach((key, cells) -> locks.lockPoint(owner, key, cells, 0, 0));
    if (!reads.isEmpty()) {
      conflicts().requireUnread(reads);
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
        (key, payload, stamps, kind) -> listener.written(key, writes.deltaBytes(index[0]++)));
    long committed = writes.timestampMicros();
    buffer.forEachStamped(
        (key, payload, stamps) ->
            listener.written(key.at(committed), writes.deltaBytes(index[0]++)));
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
