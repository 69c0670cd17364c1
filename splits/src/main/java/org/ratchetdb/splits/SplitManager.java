package org.ratchetdb.splits;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.splits.load.SplitLoad;
import org.ratchetdb.splits.load.SplitLoadTracker;
import org.ratchetdb.splits.load.SplitMeter;
import org.ratchetdb.splits.load.SplitSize;
import org.ratchetdb.splits.map.Split;
import org.ratchetdb.splits.map.SplitId;
import org.ratchetdb.splits.map.SplitMap;
import org.ratchetdb.splits.map.SplitMapStore;
import org.ratchetdb.splits.map.SplitOrigin;
import org.ratchetdb.splits.policy.SizeSplitPolicy;
import org.ratchetdb.splits.policy.SplitDecision;
import org.ratchetdb.splits.policy.SplitPointAligner;
import org.ratchetdb.splits.policy.SplitReason;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LoadListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The splits of one store: keeps the map, counts load, and divides what has grown too large, now
 * and then or on demand. Thread-safe. Whoever asks for the map gets the newest one without waiting;
 * only checks and changes wait for one another.
 *
 * <p>A changed map is durable before anybody sees it. Rows do not move: until a plan looks at the
 * map again, it works with the old boundaries, which is right too.
 */
public final class SplitManager implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitManager.class);

  private static final SplitLoad NO_LOAD = new SplitLoad(0, 0, 0, 0, 0, 0, 0);

  /** Bounds one check; what is left is done by the next. */
  private static final int DIVISIONS_PER_CHECK_MAX = 1024;

  /** A split that cannot be divided is looked at again after growing by this part of the limit. */
  private static final int RETRY_FRACTION = 8;

  private final KvStore store;
  private final SplitMapStore mapStore;
  private final SplitMeter meter;
  private final SplitLoadTracker tracker;
  private final Clock clock;
  private final Threads threads;
  private final Scheduler.Task task;
  private volatile SplitMap map;
  private volatile SizeSplitPolicy policy;

  private final Lock changes;

  @GuardedBy("changes")
  private final Map<SplitId, Measured> measures = new HashMap<>();

  @GuardedBy("changes")
  private long checks;

  @GuardedBy("changes")
  private boolean closed;

  /** What was measured of a split, how much it had grown by then, and what was decided. */
  private record Measured(SplitSize size, long grownThen, SplitReason reason) {}

  private SplitManager(
      KvStore store,
      SplitOptions options,
      SplitPointAligner aligner,
      Clock clock,
      Ticker ticker,
      Scheduler scheduler,
      Threads threads) {
    this.store = store;
    this.clock = clock;
    this.threads = threads;
    this.changes = threads.newLock();
    this.mapStore = new SplitMapStore(store);
    this.meter = new SplitMeter(store, aligner);
    this.map = mapStore.loadOrCreate(clock.nowMicros());
    this.policy = new SizeSplitPolicy(options.sizeLimitBytes());
    this.tracker = new SplitLoadTracker(map, options.rateWindow(), ticker);
    this.task = scheduler.scheduleWithFixedDelay(options.checkInterval(), this::checkInBackground);
  }

  /**
   * Loads or creates the map of a store and begins to count its load.
   *
   * @param aligner says which entries belong together
   * @param scheduler runs the checks; must outlive the manager
   * @param threads for the lock on changes
   */
  public static SplitManager open(
      KvStore store,
      SplitOptions options,
      SplitPointAligner aligner,
      Clock clock,
      Ticker ticker,
      Scheduler scheduler,
      Threads threads) {
    SplitManager manager =
        new SplitManager(store, options, aligner, clock, ticker, scheduler, threads);
    store.setLoadListener(manager.tracker);
    return manager;
  }

  // ---- questions

  /** The map as of now. */
  public SplitMap map() {
    return map;
  }

  /** The splits that a range touches, ascending, each cut to the range. */
  public List<Split> splitsFor(KeyRange range) {
    return map.splitsFor(range);
  }

  /** All splits with their measures, ascending. */
  public List<SplitStatistics> statistics() {
    changes.lock();
    try {
      tracker.updateRates();
      Map<SplitId, SplitLoad> loads = tracker.snapshot();
      List<SplitStatistics> statistics = new ArrayList<>();
      for (Split split : map.splits()) {
        Measured measured = measures.get(split.id());
        if (measured == null) {
          measured = measure(split);
          measures.put(split.id(), measured);
        }
        long bytes = bytesNow(split, measured);
        statistics.add(
            new SplitStatistics(
                split,
                bytes,
                rowsNow(measured.size(), bytes),
                loads.getOrDefault(split.id(), NO_LOAD),
                measured.reason()));
      }
      return statistics;
    } finally {
      changes.unlock();
    }
  }

  private static long rowsNow(SplitSize size, long bytesNow) {
    return size.bytes() == 0
        ? size.rows()
        : Math.round((double) size.rows() * bytesNow / size.bytes());
  }

  private long bytesNow(Split split, Measured measured) {
    long grown = tracker.bytesGrown(split.id()) - measured.grownThen();
    return Math.max(0, measured.size().bytes() + grown);
  }

  /**
   * Reads the stored map again.
   *
   * @throws DbException CORRUPT_DATA when it is gone, damaged, leaves a gap, or is not the one in
   *     use
   */
  public void verify() {
    changes.lock();
    try {
      if (mapStore.load().version() != map.version()) {
        throw new DbException(ErrorCode.CORRUPT_DATA, "The stored split map is not the one in use");
      }
    } finally {
      changes.unlock();
    }
  }

  // ---- changes

  /** Sets another limit; the next check applies it. */
  public void setSizeLimitBytes(long sizeLimitBytes) {
    changes.lock();
    try {
      policy = new SizeSplitPolicy(sizeLimitBytes);
      measures.clear();
    } finally {
      changes.unlock();
    }
  }

  /** Makes a key a boundary, as a user asked. */
  public void addBoundary(Key at) {
    changes.lock();
    try {
      measures.remove(map.splitAt(at).id());
      publish(map.divide(at, SplitOrigin.USER, clock.nowMicros()));
    } finally {
      changes.unlock();
    }
  }

  /** Looks at all sizes and divides what is too large, until nothing is. */
  public void check() {
    changes.lock();
    try {
      if (closed) {
        return;
      }
      tracker.updateRates();
      forgetOneMeasure();
      for (int divisions = 0; divisions < DIVISIONS_PER_CHECK_MAX; divisions++) {
        if (!divideOne()) {
          return;
        }
      }
    } finally {
      changes.unlock();
    }
  }

  /**
   * Growth is counted as it was written; dropped tables and compression make the truth smaller. So
   * each check measures one split anew, whether that seems needed or not.
   */
  @GuardedBy("changes")
  private void forgetOneMeasure() {
    List<Split> splits = map.splits();
    measures.remove(splits.get((int) (checks++ % splits.size())).id());
  }

  private void checkInBackground() {
    try {
      check();
    } catch (DbException e) {
      if (e.code() != ErrorCode.UNAVAILABLE) {
        LOG.warn("Splits could not be checked; the next check follows", e);
      }
    }
  }

  /** Divides the first split that is too large; false when there is none. */
  @GuardedBy("changes")
  private boolean divideOne() {
    for (Split split : map.splits()) {
      Measured before = measures.get(split.id());
      if (before != null && !mayBeTooLarge(split, before)) {
        continue;
      }
      Measured measured = measure(split);
      if (policy.isTooLarge(measured.size().bytes())) {
        SplitDecision decision = decide(split, measured.size());
        Key point = decision.point();
        if (point != null) {
          divide(split, point, decision.reason());
          return true;
        }
        measured = new Measured(measured.size(), measured.grownThen(), decision.reason());
      }
      measures.put(split.id(), measured);
    }
    return false;
  }

  private boolean mayBeTooLarge(Split split, Measured before) {
    long bytes = bytesNow(split, before);
    if (!policy.isTooLarge(bytes)) {
      return false;
    }
    boolean isStuck = policy.isTooLarge(before.size().bytes());
    return !isStuck || bytes - before.size().bytes() > policy.limitBytes() / RETRY_FRACTION;
  }

  @GuardedBy("changes")
  private Measured measure(Split split) {
    // Growth first: what is written while measuring then counts twice rather than never.
    long grown = tracker.bytesGrown(split.id());
    tracker.ignoreReadsOf(Thread.currentThread());
    try {
      return new Measured(meter.measure(split.range()), grown, SplitReason.BELOW_SIZE_LIMIT);
    } finally {
      tracker.ignoreReadsOf(null);
    }
  }

  @GuardedBy("changes")
  private SplitDecision decide(Split split, SplitSize size) {
    tracker.ignoreReadsOf(Thread.currentThread());
    try {
      return policy.decide(
          split.range(), size.bytes(), meter.findMiddle(split.range(), size.bytes()));
    } finally {
      tracker.ignoreReadsOf(null);
    }
  }

  @GuardedBy("changes")
  private void divide(Split split, Key point, SplitReason reason) {
    publish(map.divide(point, SplitOrigin.SIZE, clock.nowMicros()));
    measures.remove(split.id());
    LOG.info("Divided split {} at {}: {}", split.id(), point, reason);
  }

  @GuardedBy("changes")
  private void publish(SplitMap changed) {
    if (changed == map) {
      return;
    }
    threads.step("split.save");
    mapStore.save(changed);
    threads.step("split.saved");
    tracker.follow(changed);
    map = changed;
  }

  /** Stops checking and counting; leaves the store open. */
  @Override
  public void close() {
    task.cancel();
    changes.lock();
    try {
      if (!closed) {
        closed = true;
        store.setLoadListener(LoadListener.NONE);
      }
    } finally {
      changes.unlock();
    }
  }
}
