package org.ratchetdb.executor.write;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvTransaction;

/**
 * The key of a row or of an index entry: known, or with the commit timestamp of the transaction in
 * it. One of the latter kind can only have been written by the transaction itself.
 */
record EntryKey(@Nullable Key known, @Nullable StampedKey stamped) {
  /** What the encoder holds. */
  static EntryKey of(KeyEncoder encoder) {
    return encoder.hasPending()
        ? new EntryKey(null, encoder.toStampedKey())
        : new EntryKey(encoder.toKey(), null);
  }

  boolean isStamped() {
    return stamped != null;
  }

  Key requireKnown() {
    return Objects.requireNonNull(known, "The key holds the commit timestamp");
  }

  /** Reads what is there now, and locks. */
  boolean get(KvTransaction transaction, CellLocks locks, ByteSlice into) {
    return stamped == null
        ? transaction.get(requireKnown(), locks, into)
        : transaction.getStamped(stamped, into);
  }

  void put(KvTransaction transaction, byte[] payload, int[] stampOffsets) {
    if (stamped != null) {
      transaction.putStamped(stamped, payload, stampOffsets);
    } else if (stampOffsets.length > 0) {
      transaction.putStamped(requireKnown(), payload, stampOffsets);
    } else {
      transaction.put(requireKnown(), payload);
    }
  }

  /** Puts what {@link #get} with {@link CellLocks#EXCLUSIVE} has just not found. */
  void insert(KvTransaction transaction, byte[] payload, int[] stampOffsets) {
    if (stamped != null) {
      transaction.putStamped(stamped, payload, stampOffsets);
    } else {
      transaction.insert(requireKnown(), payload, stampOffsets);
    }
  }

  void delete(KvTransaction transaction) {
    if (stamped != null) {
      transaction.deleteStamped(stamped);
    } else {
      transaction.delete(requireKnown());
    }
  }
}
