package org.ratchetdb.storage.rocksdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.Version;

/**
 * The newest versions of rows that single reads have found lately, in the heap: to find one here
 * costs a tenth of a read through RocksDB. Thread-safe.
 *
 * <p>Invariant: what is kept for a key is its newest version that has been written. A write takes
 * the old version out, after RocksDB has the new one and before anybody is told. A reader that
 * found the old version before may be late; what it found is not kept, because its state is older
 * than the last change of a key in the same stripe.
 */
final class RowCache {
  private static final int STRIPES = 1 << 10;

  /** Longer ones are not kept: copying them costs more than finding them. */
  private static final int PAYLOAD_BYTES_MAX = 4 << 10;

  /** Of an entry, beside key and payload: objects, and the nodes of two maps. */
  private static final int OVERHEAD_BYTES = 200;

  /** Memory for the rows of all stores together. */
  static final class Memory {
    private final @Nullable Cache<StoreKey, Row> rows;

    /**
     * @param bytes about what keys and rows may take; 0 for nothing
     */
    Memory(long bytes) {
      this.rows =
          bytes <= 0
              ? null
              : Caffeine.newBuilder()
                  .maximumWeight(bytes)
                  .weigher(
                      (StoreKey key, Row row) ->
                          key.key.length() + row.payload.length + OVERHEAD_BYTES)
                  .executor(Runnable::run)
                  .build();
    }
  }

  /** A version; its payload is never changed. */
  private static final class Row {
    private final long timestampMicros;
    private final byte[] payload;

    Row(long timestampMicros, byte[] payload) {
      this.timestampMicros = timestampMicros;
      this.payload = payload;
    }
  }

  /** A key of one of the stores that share the memory. */
  private static final class StoreKey {
    private final RowCache store;
    private final Key key;
    private final int hash;

    StoreKey(RowCache store, Key key) {
      this.store = store;
      this.key = key;
      this.hash = key.hashCode() * 31 + System.identityHashCode(store);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof StoreKey that && store == that.store && key.equals(that.key);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Some of the keys. */
  private static final class Stripe {
    /** The newest change of one of them. Guarded by the stripe. */
    long changedMicros;

    /** How often everything was forgotten. Guarded by the stripe. */
    int clears;
  }

  private final @Nullable Cache<StoreKey, Row> rows;
  private final Stripe[] stripes = new Stripe[STRIPES];
  private volatile int clears;

  RowCache(Memory memory) {
    this.rows = memory.rows;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  private Stripe stripe(Key key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
  }

  /**
   * Finds the version of a key in a state.
   *
   * @param micros the state's timestamp, {@link Long#MAX_VALUE} for all that was written
   * @return false when only the engine knows
   */
  boolean get(Key key, long micros, Version into) {
    if (rows == null) {
      return false;
    }
    Row row = rows.getIfPresent(new StoreKey(this, key));
    if (row == null || row.timestampMicros > micros) {
      return false;
    }
    into.set(row.timestampMicros, row.payload, 0, row.payload.length);
    return true;
  }

  /** What a reader asks for before it reads, and gives back with what it has found. */
  int clears() {
    return clears;
  }

  /**
   * Keeps what the engine has found, unless it may have changed since.
   *
   * @param micros timestamp of a state in which that is the version of the key
   * @param clearsBefore {@link #clears} before it was read
   */
  void offer(Key key, long micros, Version version, int clearsBefore) {
    if (rows == null || version.payloadLength() > PAYLOAD_BYTES_MAX) {
      return;
    }
    byte[] payload = new byte[version.payloadLength()];
    version.copyPayload(payload, 0);
    Row row = new Row(version.timestampMicros(), payload);
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      if (stripe.changedMicros <= micros && stripe.clears == clearsBefore) {
        rows.put(new StoreKey(this, key), row);
      }
    }
  }

  /** Forgets a key that has a newer version, or none, in the engine now. */
  void changed(Key key, long micros) {
    if (rows == null) {
      return;
    }
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      stripe.changedMicros = Math.max(stripe.changedMicros, micros);
      rows.invalidate(new StoreKey(this, key));
    }
  }

  /**
   * Forgets all rows of this store; called by one thread at a time, after the engine has forgotten
   * some without a commit.
   */
  void clear() {
    if (rows == null) {
      return;
    }
    int next = clears + 1;
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        stripe.clears = next;
      }
    }
    rows.asMap().keySet().removeIf(key -> key.store == this);
    clears = next;
  }
}
