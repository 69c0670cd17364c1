package org.ratchetdb.splits.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.splits.map.Split;
import org.ratchetdb.splits.map.SplitId;
import org.ratchetdb.splits.map.SplitMap;
import org.ratchetdb.storage.api.LoadListener;

/**
 * Counts load per split. The hot path is a binary search in an immutable array and additions to
 * striped counters; a change of the map replaces the array. Thread-safe.
 *
 * <p>A stretch of a scan counts for the split of its first key. Sampling of hot keys, which
 * dividing by load needs, belongs beside {@link #read} and {@link #written}.
 */
public final class SplitLoadTracker implements LoadListener {
  private final Ticker ticker;
  private final long windowNanos;
  private volatile State state;
  private volatile @Nullable Thread ignored;

  /** Guarded by this. */
  private long ratesAsOfNanos;

  /** A map with its counters by index. */
  private static final class State {
    final SplitMap map;
    final SplitCounters[] counters;

    State(SplitMap map, SplitCounters[] counters) {
      this.map = map;
      this.counters = counters;
    }
  }

  /**
   * Starts counting from zero.
   *
   * @param window how fast rates forget
   */
  public SplitLoadTracker(SplitMap map, Duration window, Ticker ticker) {
    this.ticker = ticker;
    this.windowNanos = window.toNanos();
    this.ratesAsOfNanos = ticker.nanos();
    SplitCounters[] counters = new SplitCounters[map.size()];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = new SplitCounters(windowNanos);
    }
    this.state = new State(map, counters);
  }

  /**
   * Follows a change of the map. Splits keep their counters by id; a new split takes half of the
   * recent load of the one it came from.
   */
  public synchronized void follow(SplitMap map) {
    State before = state;
    Map<SplitId, SplitCounters> known = new HashMap<>();
    for (int i = 0; i < before.counters.length; i++) {
      known.put(before.map.splits().get(i).id(), before.counters[i]);
    }
    SplitCounters[] counters = new SplitCounters[map.size()];
    for (int i = 0; i < counters.length; i++) {
      Split split = map.splits().get(i);
      SplitCounters kept = known.get(split.id());
      counters[i] =
          kept != null ? kept : before.counters[before.map.indexOf(split.range().start())].divide();
    }
    state = new State(map, counters);
  }

  /** Reads of this thread are upkeep and do not count, until the next call. */
  public void ignoreReadsOf(@Nullable Thread thread) {
    ignored = thread;
  }

  private SplitCounters of(Key key) {
    State now = state;
    return now.counters[now.map.indexOf(key)];
  }

  @Override
  public void read(Key key, long rows, long bytes) {
    of(key).read(rows, bytes);
  }

  @Override
  public void scanned(ByteSlice firstKey, long rows, long bytes) {
    if (Thread.currentThread().equals(ignored)) {
      return;
    }
    State now = state;
    now.counters[now.map.indexOf(firstKey)].read(rows, bytes);
  }

  @Override
  public void written(Key key, long bytesDelta) {
    of(key).written(bytesDelta);
  }

  /** Growth of the stored bytes of a split since its counting began. */
  public long bytesGrown(SplitId id) {
    State now = state;
    for (int i = 0; i < now.counters.length; i++) {
      if (now.map.splits().get(i).id().equals(id)) {
        return now.counters[i].bytesGrown();
      }
    }
    return 0;
  }

  /** Brings the rates up to now; called now and then, and before they are looked at. */
  public synchronized void updateRates() {
    long now = ticker.nanos();
    for (SplitCounters counters : state.counters) {
      counters.updateRates(now - ratesAsOfNanos);
    }
    ratesAsOfNanos = now;
  }

  /** The load of every split, by id. */
  public synchronized Map<SplitId, SplitLoad> snapshot() {
    State now = state;
    Map<SplitId, SplitLoad> loads = new HashMap<>();
    for (int i = 0; i < now.counters.length; i++) {
      loads.put(now.map.splits().get(i).id(), now.counters[i].snapshot());
    }
    return loads;
  }
}
