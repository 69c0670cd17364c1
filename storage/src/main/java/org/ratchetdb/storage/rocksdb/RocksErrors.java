package org.ratchetdb.storage.rocksdb;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns RocksDB's errors into ours, at the border of this package. */
final class RocksErrors {
  private RocksErrors() {}

  /**
   * Converts an error.
   *
   * @param doing what failed, as the beginning of a sentence: "Reading a key"
   */
  static DbException convert(String doing, RocksDBException e) {
    Status status = e.getStatus();
    boolean corrupt = status != null && status.getCode() == Status.Code.Corruption;
    boolean full = status != null && status.getSubCode() == Status.SubCode.NoSpace;
    DbException converted =
        new DbException(
            corrupt ? ErrorCode.CORRUPT_DATA : full ? ErrorCode.DISK_FULL : ErrorCode.IO_ERROR,
            doing
                + (corrupt ? " met damaged data" : full ? " failed: the disk is full" : " failed"),
            e);
    // RocksDB's text names the file and the block.
    converted.detail(String.valueOf(e.getMessage()));
    return full
        ? converted.hint("Make room on the disk that holds the database; nothing is lost.")
        : converted;
  }
}
