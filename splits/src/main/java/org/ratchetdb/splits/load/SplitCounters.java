package org.ratchetdb.splits.load;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one split. Adding is striped and takes no lock; everything else is done under the
 * tracker's lock.
 */
final class SplitCounters {
  private final LongAdder reads = new LongAdder();
  private final LongAdder rowsRead = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder bytesGrown = new LongAdder();
  private final DecayingRate readRate;
  private final DecayingRate rowRate;
  private final DecayingRate writeRate;

  SplitCounters(long windowNanos) {
    this(
        new DecayingRate(windowNanos),
        new DecayingRate(windowNanos),
        new DecayingRate(windowNanos));
  }

  private SplitCounters(DecayingRate readRate, DecayingRate rowRate, DecayingRate writeRate) {
    this.readRate = readRate;
    this.rowRate = rowRate;
    this.writeRate = writeRate;
  }

  void read(long rows, long bytes) {
    reads.increment();
    rowsRead.add(rows);
    bytesRead.add(bytes);
  }

  void written(long bytesDelta) {
    writes.increment();
    bytesGrown.add(bytesDelta);
  }

  /** Growth of the stored bytes since counting began. */
  long bytesGrown() {
    return bytesGrown.sum();
  }

  void updateRates(long elapsedNanos) {
    readRate.update(reads.sum(), elapsedNanos);
    rowRate.update(rowsRead.sum(), elapsedNanos);
    writeRate.update(writes.sum(), elapsedNanos);
  }

  /** Gives half of the recent load to the counters of a new right part. */
  SplitCounters divide() {
    return new SplitCounters(readRate.divide(), rowRate.divide(), writeRate.divide());
  }

  SplitLoad snapshot() {
    return new SplitLoad(
        reads.sum(),
        rowsRead.sum(),
        bytesRead.sum(),
        writes.sum(),
        readRate.perSecond(),
        rowRate.perSecond(),
        writeRate.perSecond());
  }
}
