package org.ratchetdb.storage.txn;

import java.util.concurrent.atomic.LongAdder;

/** What a store counts; see {@link org.ratchetdb.storage.api.StoreStatistics}. Thread-safe. */
final class StoreCounters {
  final LongAdder commits = new LongAdder();
  final LongAdder commitGroups = new LongAdder();
  final LongAdder syncs = new LongAdder();
  final LongAdder entriesWritten = new LongAdder();
  final LongAdder bytesWritten = new LongAdder();
  final LongAdder conflicts = new LongAdder();
  final LongAdder idleRollbacks = new LongAdder();
}
