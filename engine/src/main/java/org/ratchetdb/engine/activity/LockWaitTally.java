package org.ratchetdb.engine.activity;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.engine.stats.interval.Tally;
import org.ratchetdb.storage.api.LockWait;

/** Waits for locks, summed, with a sample of who asked for what. Thread-safe. */
public final class LockWaitTally implements Tally<LockWaitTally> {
  static final int BYTES = 1_500;
  private static final int SAMPLES_MAX = 20;

  private long nanos;
  private final List<LockWait.Party> samples = new ArrayList<>();

  synchronized void record(LockWait wait) {
    nanos += wait.nanos();
    sample(wait.waiter());
    sample(wait.blocker());
  }

  /** Those of one transaction in one mode say the same. */
  private void sample(LockWait.Party party) {
    if (samples.size() < SAMPLES_MAX
        && samples.stream()
            .noneMatch(
                known ->
                    known.mode() == party.mode()
                        && known.cells() == party.cells()
                        && known.tag().equals(party.tag()))) {
      samples.add(party);
    }
  }

  @Override
  public synchronized void addTo(LockWaitTally sum) {
    sum.nanos += nanos;
    samples.forEach(sum::sample);
  }

  @Override
  public synchronized double weight() {
    return nanos;
  }

  public synchronized double seconds() {
    return nanos / Averages.NANOS_PER_SECOND;
  }

  /** Who asked for the place and who held it, without repetition. */
  public synchronized List<LockWait.Party> samples() {
    return List.copyOf(samples);
  }
}
