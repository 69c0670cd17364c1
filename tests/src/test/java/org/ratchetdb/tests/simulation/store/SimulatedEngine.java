package org.ratchetdb.tests.simulation.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.KvStore.MetaVisitor;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.memory.MemoryEngine;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PatchBases;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.RetainedHistory;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionCursor;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.ratchetdb.storage.mvcc.WriteSet;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;

/**
 * Versions in memory behind a log on a {@link SimulatedDisk}, from which they come back. Every read
 * and every part of a write is a step.
 */
public class SimulatedEngine implements VersionEngine {
  private static final long SLOW_SYNC_NANOS_MAX = 2_000_000_000L;

  private final SimulatedProcess process;
  private final SimulatedDisk disk;
  private final DiskFaults faults;
  private final SplittableRandom random;
  private final MemoryEngine state;
  private RetainedHistory retained = RetainedHistory.UNKNOWN;
  private boolean closed;

  /** A commit on its way to the log. */
  private final class LoggedWrites extends PreparedWrites {
    final PreparedWrites inner;
    final LogRecord.Commit commit;

    LoggedWrites(PreparedWrites inner, LogRecord.Commit commit, long[] deltaBytes) {
      super(deltaBytes);
      this.inner = inner;
      this.commit = commit;
    }

    @Override
    public void assign(long micros) {
      long given = timestamp(micros);
      super.assign(given);
      inner.assign(given);
      commit.setMicros(given);
    }
  }

  /** Opens the store of a disk, or creates it. */
  public SimulatedEngine(
      SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
    this.process = process;
    this.disk = disk;
    this.faults = faults;
    this.random = process.world().newRandom();
    this.state = new MemoryEngine(retention, process);
    process.step("disk.open");
    disk.open();
    long micros = 0;
    for (LogRecord record : disk.log()) {
      micros = Math.max(micros, redo(record));
    }
    if (micros == 0) {
      micros = process.nowMicros();
      disk.append(new LogRecord.Reserved(micros));
      disk.sync();
    }
    if (micros != state.appliedMicros()) {
      // The last timestamp was reserved, not used.
      PreparedWrites nothing =
          state.prepare(new EmptyWrites(), OldVersionCheck.NONE, PayloadMerger.NONE);
      nothing.assign(micros);
      applyToState(nothing);
    }
    process.step("disk.opened");
  }

  private long redo(LogRecord record) {
    if (record instanceof LogRecord.Reserved reserved) {
      return reserved.micros();
    }
    if (record instanceof LogRecord.Retained change) {
      retained = change.history();
      state.setRetainedHistory(retained);
      return 0;
    }
    if (record instanceof LogRecord.Dropped dropped) {
      state.dropRange(dropped.range());
      return 0;
    }
    long last = 0;
    for (LogRecord.Commit commit : ((LogRecord.Group) record).commits()) {
      PreparedWrites writes = state.prepare(commit, OldVersionCheck.NONE, commit.merger());
      writes.assign(commit.micros());
      last = commit.micros();
      applyToState(writes);
    }
    return last;
  }

  private void applyToState(PreparedWrites writes) {
    state.publish(state.write(List.of(writes)), writes.timestampMicros(), false);
  }

  private static final class EmptyWrites implements WriteSet {
    @Override
    public int size() {
      return 0;
    }

    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public void forEachData(DataVisitor visitor) {}

    @Override
    public void forEachStamped(StampedVisitor visitor) {}

    @Override
    public void forEachMeta(Visitor visitor) {}
  }

  private void step(String point) {
    if (closed) {
      throw new AssertionError("The engine is used after close: " + point);
    }
    process.step(point);
  }

  private boolean happens(int oneIn) {
    return oneIn > 0 && random.nextInt(oneIn) == 0;
  }

  // ---- reads

  @Override
  public SharedSnapshot acquireSnapshot() {
    return state.acquireSnapshot();
  }

  @Override
  public long appliedMicros() {
    return state.appliedMicros();
  }

  @Override
  public long writtenMicros() {
    return state.writtenMicros();
  }

  @Override
  public boolean get(@Nullable SharedSnapshot snapshot, Key key, Version into) {
    step("disk.get");
    return state.get(snapshot, key, into);
  }

  @Override
  public boolean getAt(SharedSnapshot snapshot, long timestampMicros, Key key, Version into) {
    step("disk.getAt");
    return state.getAt(snapshot, timestampMicros, key, into);
  }

  @Override
  public VersionCursor scan(@Nullable SharedSnapshot snapshot, KeyRange range, boolean reverse) {
    step("disk.scan");
    return new SteppingCursor(state.scan(snapshot, range, reverse));
  }

  @Override
  public VersionCursor scanAt(
      SharedSnapshot snapshot, long timestampMicros, KeyRange range, boolean reverse) {
    step("disk.scanAt");
    return new SteppingCursor(state.scanAt(snapshot, timestampMicros, range, reverse));
  }

  private final class SteppingCursor implements VersionCursor {
    private final VersionCursor inner;

    SteppingCursor(VersionCursor inner) {
      this.inner = inner;
    }

    @Override
    public boolean next() {
      step("disk.next");
      return inner.next();
    }

    @Override
    public ByteSlice key() {
      return inner.key();
    }

    @Override
    public ByteSlice payload() {
      return inner.payload();
    }

    @Override
    public long timestampMicros() {
      return inner.timestampMicros();
    }

    @Override
    public void skipTo(Key key) {
      inner.skipTo(key);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  // ---- writes

  @Override
  public PreparedWrites prepare(
      WriteSet writes, OldVersionCheck check, PatchBases bases, PayloadMerger merger) {
    step("disk.prepare");
    LogRecord.Commit commit = new LogRecord.Commit(writes, merger);
    PreparedWrites inner = state.prepare(toStore(writes), check, bases, merger);
    long[] deltaBytes = new long[writes.size()];
    for (int i = 0; i < deltaBytes.length; i++) {
      deltaBytes[i] = inner.deltaBytes(i);
    }
    step("disk.prepared");
    return new LoggedWrites(inner, commit, deltaBytes);
  }

  /** What is stored of writes that are logged; something else where a bug is planted. */
  protected WriteSet toStore(WriteSet writes) {
    return writes;
  }

  /** The timestamp a commit gets that was given one; another where a bug is planted. */
  protected long timestamp(long micros) {
    return micros;
  }

  @Override
  public SharedSnapshot write(List<PreparedWrites> group) {
    List<LogRecord.Commit> commits = new ArrayList<>();
    List<PreparedWrites> inner = new ArrayList<>();
    for (PreparedWrites writes : group) {
      commits.add(((LoggedWrites) writes).commit);
      inner.add(((LoggedWrites) writes).inner);
    }
    write(new LogRecord.Group(commits));
    return state.write(inner);
  }

  @Override
  public void publish(SharedSnapshot written, long firstMicros, boolean durable) {
    if (durable) {
      sync();
    }
    state.publish(written, firstMicros, durable);
  }

  private void write(LogRecord record) {
    step("disk.write");
    disk.setFull(happens(faults.fullOneIn()));
    disk.append(record);
    step("disk.written");
  }

  /** Forces to disk what was written. */
  protected void sync() {
    int size = disk.size();
    if (happens(faults.slowSyncOneIn())) {
      process.world().sleep(random.nextLong(SLOW_SYNC_NANOS_MAX));
      step("disk.slow");
    }
    if (happens(faults.failedSyncOneIn())) {
      disk.failSync();
    }
    step("disk.sync");
    disk.sync(size);
    step("disk.synced");
  }

  @Override
  public void reserveTimestamps(long micros) {
    step("disk.reserve");
    disk.append(new LogRecord.Reserved(micros));
  }

  @Override
  public void dropRange(KeyRange range) {
    write(new LogRecord.Dropped(range));
    sync();
    state.dropRange(range);
  }

  // ---- meta records and upkeep

  @Override
  public byte @Nullable [] getMeta(Key key) {
    step("disk.getMeta");
    return state.getMeta(key);
  }

  @Override
  public void scanMeta(KeyRange range, MetaVisitor visitor) {
    step("disk.scanMeta");
    state.scanMeta(range, visitor);
  }

  @Override
  public long approximateSizeBytes(KeyRange range) {
    return state.approximateSizeBytes(range);
  }

  @Override
  public void expireHistory(long timestampMicros) {
    step("disk.expire");
    state.expireHistory(timestampMicros);
  }

  @Override
  public RetainedHistory retainedHistory() {
    return retained;
  }

  @Override
  public void setRetainedHistory(RetainedHistory newRetained) {
    write(new LogRecord.Retained(newRetained));
    sync();
    retained = newRetained;
    state.setRetainedHistory(newRetained);
  }

  @Override
  public long historyBytes() {
    step("disk.historyBytes");
    return state.historyBytes();
  }

  @Override
  public void checkpoint(Path directory) {
    throw DbException.notSupported("A checkpoint of a simulated disk");
  }

  @Override
  public boolean syncs() {
    return true;
  }

  @Override
  public void close() {
    step("disk.close");
    closed = true;
    state.close();
  }
}
