package org.ratchetdb.storage.rocksdb;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.common.key.Key;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;

/**
 * Looks for ascending keys by walking over what exists between the first and the last of them:
 * nothing, when rows are appended, and little, when children are added to a stretch of parents.
 * Gives up as soon as that is more than the keys themselves.
 */
final class KeyWalk {
  /** Fewer keys are cheaper to get than an iterator to open. */
  private static final int KEYS_MIN = 8;

  /** Existing entries walked over, beyond one for each key that is done. */
  private static final int STEPS_AHEAD_MAX = 16;

  /** Deleted entries that a step may pass over. */
  private static final int DELETED_MAX = 1_000;

  private KeyWalk() {}

  static boolean isAscending(List<Key> keys) {
    for (int i = 1; i < keys.size(); i++) {
      if (keys.get(i - 1).compareTo(keys.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Sets what is found among the first keys.
   *
   * @return how many keys are done
   */
  static int find(RocksDB db, ColumnFamilyHandle family, List<Key> keys, boolean[] found) {
    if (keys.size() < KEYS_MIN) {
      return 0;
    }
    byte[] last = keys.get(keys.size() - 1).unsafeBytes();
    try (Slice end = new Slice(Arrays.copyOf(last, last.length + 1));
        ReadOptions options =
            new ReadOptions().setIterateUpperBound(end).setMaxSkippableInternalKeys(DELETED_MAX);
        RocksIterator iterator = db.newIterator(family, options)) {
      iterator.seek(keys.get(0).unsafeBytes());
      return walk(iterator, keys, found);
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Reading keys", e);
    }
  }

  private static int walk(RocksIterator iterator, List<Key> keys, boolean[] found)
      throws RocksDBException {
    int steps = 0;
    for (int i = 0; i < found.length; i++) {
      byte[] key = keys.get(i).unsafeBytes();
      while (true) {
        if (!iterator.isValid()) {
          return isAtEnd(iterator) ? found.length : i;
        }
        int order = Arrays.compareUnsigned(iterator.key(), key);
        if (order >= 0) {
          found[i] = order == 0;
          break;
        }
        if (steps++ == i + STEPS_AHEAD_MAX) {
          return i;
        }
        iterator.next();
      }
    }
    return found.length;
  }

  /** False when it has given up among deleted entries. */
  private static boolean isAtEnd(RocksIterator iterator) throws RocksDBException {
    try {
      iterator.status();
      return true;
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null && status.getCode() == Status.Code.Incomplete) {
        return false;
      }
      throw e;
    }
  }
}
