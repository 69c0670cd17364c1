package org.ratchetdb.storage.rocksdb;

import org.ratchetdb.storage.mvcc.PreparedWrites;

/** The writes of one transaction as records of a batch. */
final class RocksWrites extends PreparedWrites {
  final RecordBuffer records;

  RocksWrites(long[] deltaBytes, RecordBuffer records) {
    super(deltaBytes);
    this.records = records;
  }

  @Override
  public void assign(long micros) {
    super.assign(micros);
    records.assign(micros);
  }
}
