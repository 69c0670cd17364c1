package org.ratchetdb.engine.sequence;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.engine.ddl.SchemaStore;
import org.ratchetdb.engine.ddl.SequenceCounters;
import org.ratchetdb.executor.context.SequenceSource;
import org.ratchetdb.storage.api.KvStore;

/**
 * Hands out bit-reversed values. A counter is reserved in blocks: the record in the meta family
 * says from where on nothing has been reserved, so a crash loses the rest of a block and repeats
 * nothing. Values are not part of any transaction. Thread-safe.
 *
 * <p>The value of counter c is c with its low 63 bits in reverse order, so values are positive,
 * unique and spread over the whole range.
 */
public final class SequenceAllocator implements SequenceSource, SequenceCounters, AutoCloseable {
  /** Counters reserved with one synced write. */
  private static final long BLOCK = 1_000;

  /** After so many values of the skip range in a row a sequence counts as exhausted. */
  private static final int SKIPS_MAX = 2_000;

  private static final byte[] KEY_PREFIX = "sequence/".getBytes(StandardCharsets.US_ASCII);

  /** Where a counter had come before it was set back by a restart. */
  private static final byte[] HIGHEST_PREFIX = "sequence-high/".getBytes(StandardCharsets.US_ASCII);

  private final KvStore store;
  private final SchemaStore schemas;
  private final Threads threads;
  private final ConcurrentHashMap<Integer, Counter> counters = new ConcurrentHashMap<>();

  public SequenceAllocator(KvStore store, SchemaStore schemas, Threads threads) {
    this.threads = threads;
    this.store = store;
    this.schemas = schemas;
  }

  @Override
  public long next(int sequenceId) {
    return next(sequence(sequenceId));
  }

  @Override
  public long next(Sequence sequence) {
    return counters.computeIfAbsent(sequence.id(), Counter::new).next(sequence);
  }

  /** The counter's next value, for GET_INTERNAL_SEQUENCE_STATE; empty when none was drawn yet. */
  public OptionalLong state(int sequenceId) {
    sequence(sequenceId);
    return counters.computeIfAbsent(sequenceId, Counter::new).state();
  }

  /** Makes the counter go on at the value. */
  @Override
  public void restart(int sequenceId, long counter) {
    counters.computeIfAbsent(sequenceId, Counter::new).restart(counter);
  }

  /** Fails with {@code CORRUPT_DATA} when a stored counter cannot be read. */
  public void verify() {
    for (Sequence sequence : schemas.current().sequences()) {
      byte[] stored = store.getMeta(key(sequence.id()));
      if (stored != null) {
        decode(stored, sequence.id());
      }
    }
  }

  private static long decode(byte[] stored, int sequenceId) {
    if (stored.length != Long.BYTES) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "The counter of a sequence is malformed")
          .with("sequence", sequenceId);
    }
    return ByteBuffer.wrap(stored).getLong();
  }

  /** Removes the counter of a dropped sequence. */
  @Override
  public void forget(int sequenceId) {
    counters.remove(sequenceId);
    store.putMeta(key(sequenceId), null);
  }

  /** Gives back what is left of the blocks, so that a clean restart leaves no gap. */
  @Override
  public void close() {
    counters.values().forEach(Counter::giveBack);
  }

  private Sequence sequence(int sequenceId) {
    for (Sequence sequence : schemas.current().sequences()) {
      if (sequence.id() == sequenceId) {
        return sequence;
      }
    }
    throw new DbException(ErrorCode.OBJECT_NOT_FOUND, "Sequence not found")
        .with("sequence", sequenceId);
  }

  private static Key key(int sequenceId) {
    return key(KEY_PREFIX, sequenceId);
  }

  private static Key key(byte[] prefix, int sequenceId) {
    return Key.wrap(
        ByteBuffer.allocate(prefix.length + Integer.BYTES).put(prefix).putInt(sequenceId).array());
  }

  private static byte[] encode(long counter) {
    return ByteBuffer.allocate(Long.BYTES).putLong(counter).array();
  }

  private static long read(KvStore store, Key key, int sequenceId) {
    byte[] stored = store.getMeta(key);
    return stored == null ? Long.MIN_VALUE : decode(stored, sequenceId);
  }

  /**
   * In a database that goes back to an older schema, sets counters to the highest value they ever
   * had, so that no value that its rows may hold is drawn again.
   */
  public static void rewind(KvStore store, Schema schema) {
    for (Sequence sequence : schema.sequences()) {
      int id = sequence.id();
      long highest = read(store, key(HIGHEST_PREFIX, id), id);
      if (highest > read(store, key(id), id)) {
        store.putMeta(key(id), encode(highest));
      }
    }
  }

  @Override
  public void keepOnly(Set<Integer> sequenceIds) {
    List<Key> unknown = new ArrayList<>();
    for (byte[] prefix : List.of(KEY_PREFIX, HIGHEST_PREFIX)) {
      store.scanMeta(
          KeyRange.prefix(Key.wrap(prefix)),
          (key, value) -> {
            int id = ByteBuffer.wrap(key.unsafeBytes()).getInt(key.length() - Integer.BYTES);
            if (!sequenceIds.contains(id)) {
              unknown.add(key);
            }
          });
    }
    unknown.forEach(key -> store.putMeta(key, null));
  }

  /** The low 63 bits in reverse order. */
  static long reverse(long counter) {
    return Long.reverse(counter) >>> 1;
  }

  /** One sequence's counter. Guarded by its lock. */
  private final class Counter {
    private final int sequenceId;
    private final Lock lock = threads.newLock();
    private boolean loaded;
    private boolean used;

    /** Next counter value to hand out; meaningful once used. */
    private long next;

    /** Counters below are reserved by the stored record. */
    private long limit;

    Counter(int sequenceId) {
      this.sequenceId = sequenceId;
    }

    long next(Sequence sequence) {
      lock.lock();
      try {
        load();
        if (!used) {
          next = sequence.startCounter();
          limit = next;
          used = true;
        }
        for (int skips = 0; skips < SKIPS_MAX; skips++) {
          if (next == Long.MAX_VALUE) {
            throw exhausted(sequence);
          }
          if (next == limit) {
            reserve();
          }
          long value = reverse(next++);
          if (value < sequence.skipMin() || value > sequence.skipMax()) {
            return value;
          }
        }
        throw exhausted(sequence);
      } finally {
        lock.unlock();
      }
    }

    private void reserve() {
      long newLimit = next > Long.MAX_VALUE - BLOCK ? Long.MAX_VALUE : next + BLOCK;
      write(newLimit);
      limit = newLimit;
    }

    OptionalLong state() {
      lock.lock();
      try {
        load();
        return used ? OptionalLong.of(next) : OptionalLong.empty();
      } finally {
        lock.unlock();
      }
    }

    void restart(long counter) {
      lock.lock();
      try {
        long before = read(store, key(sequenceId), sequenceId);
        if (before > counter) {
          Key highest = key(HIGHEST_PREFIX, sequenceId);
          store.putMeta(highest, encode(Math.max(before, read(store, highest, sequenceId))));
        }
        write(counter);
        loaded = true;
        used = true;
        next = counter;
        limit = counter;
      } finally {
        lock.unlock();
      }
    }

    void giveBack() {
      lock.lock();
      try {
        if (used && next < limit) {
          write(next);
          limit = next;
        }
      } finally {
        lock.unlock();
      }
    }

    private void load() {
      if (loaded) {
        return;
      }
      byte[] stored = store.getMeta(key(sequenceId));
      if (stored != null) {
        next = decode(stored, sequenceId);
        limit = next;
        used = true;
      }
      loaded = true;
    }

    private void write(long counter) {
      store.putMeta(key(sequenceId), encode(counter));
    }

    private DbException exhausted(Sequence sequence) {
      return new DbException(
              ErrorCode.FAILED_PRECONDITION, "Sequence " + sequence.name() + " is exhausted")
          .with("sequence", sequence.name());
    }
  }
}
