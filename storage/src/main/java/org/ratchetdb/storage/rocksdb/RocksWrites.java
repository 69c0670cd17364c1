package org.ratchetdb.storage.rocksdb;

import java.util.List;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.PreparedWrites;

/** The writes of one transaction as records of a batch. */
final class RocksWrites extends PreparedWrites {
  final RecordBuffer records;

  /** Keys that had a version before. */
  final List<Key> changed;

  RocksWrites(long[] deltaBytes, RecordBuffer records, List<Key> changed) {
    super(deltaBytes);
    this.records = records;
    this.changed = changed;
  }

  @Override
  public void assign(long micros) {
    super.assign(micros);
    records.assign(micros);
  }
}
