package org.ratchetdb.storage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.storage.api.TransactionOptions.Isolation;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

/** A store on a clock that moves when told, with strings instead of bytes. */
public final class StoreFixture implements AutoCloseable {
  /** Opens the engine under test; called again for every reopening. */
  @FunctionalInterface
  public interface Opener {
    KvStore open(StoreOptions options, StoreEnvironment environment);
  }

  public static final TransactionOptions REPEATABLE_READ =
      TransactionOptions.DEFAULT.withIsolation(Isolation.REPEATABLE_READ);

  public final ManualClock clock = new ManualClock();
  public final ManualScheduler scheduler = new ManualScheduler(clock);
  public final StoreOptions options;
  private final Opener opener;
  private KvStore store;

  public StoreFixture(Opener opener) {
    this(opener, StoreOptions.DEFAULT);
  }

  public StoreFixture(Opener opener, StoreOptions options) {
    this.opener = opener;
    this.options = options;
    this.store = open();
  }

  private KvStore open() {
    return opener.open(options, new StoreEnvironment(clock, clock, scheduler));
  }

  public KvStore store() {
    return store;
  }

  public void reopen() {
    store.close();
    store = open();
  }

  @Override
  public void close() {
    store.close();
    scheduler.close();
  }

  // ---- keys and values

  public static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  public static String text(ByteSlice slice) {
    return new String(slice.array(), slice.offset(), slice.length(), UTF_8);
  }

  public static KeyRange range(String start, String end) {
    return new KeyRange(key(start), key(end));
  }

  public static TransactionOptions aged(long age) {
    return TransactionOptions.DEFAULT.withAge(age);
  }

  public static TransactionOptions timeout(Duration timeout) {
    return TransactionOptions.DEFAULT.withLockTimeout(timeout);
  }

  public static @Nullable String get(KvReader reader, String key) {
    return get(reader, key, LockMode.SHARED);
  }

  public static @Nullable String get(KvReader reader, String key, LockMode mode) {
    ByteSlice into = new ByteSlice();
    return reader.get(key(key), mode, into) ? text(into) : null;
  }

  public static void put(KvTransaction transaction, String key, String value) {
    transaction.put(key(key), bytes(value));
  }

  /** The entries of a scan as {@code key=value}. */
  public static List<String> scan(KvReader reader, ScanRequest request) {
    List<String> entries = new ArrayList<>();
    try (KvCursor cursor = reader.scan(request)) {
      while (cursor.next()) {
        entries.add(text(cursor.key()) + "=" + text(cursor.value()));
      }
    }
    return entries;
  }

  public static List<String> scanAll(KvReader reader) {
    return scan(reader, ScanRequest.forward(KeyRange.ALL, LockMode.SHARED));
  }

  public static List<String> scanReverse(KvReader reader) {
    return scan(reader, new ScanRequest(KeyRange.ALL, true, LockMode.SHARED, Long.MAX_VALUE));
  }

  // ---- whole transactions, a microsecond apart

  /** Commits one put per pair of arguments. */
  public CommitTimestamp write(String... keysAndValues) {
    clock.advanceMicros(1);
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (int i = 0; i < keysAndValues.length; i += 2) {
        put(transaction, keysAndValues[i], keysAndValues[i + 1]);
      }
      return transaction.commit().timestamp();
    }
  }

  public CommitTimestamp delete(String... keys) {
    clock.advanceMicros(1);
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      for (String key : keys) {
        transaction.delete(key(key));
      }
      return transaction.commit().timestamp();
    }
  }

  public @Nullable String read(String key) {
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      return get(view, key);
    }
  }

  public List<String> scanStrong() {
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      return scanAll(view);
    }
  }

  public ReadView at(CommitTimestamp timestamp) {
    return store.readAt(new ReadBound.Exact(timestamp));
  }

  public @Nullable String readAt(CommitTimestamp timestamp, String key) {
    try (ReadView view = at(timestamp)) {
      return get(view, key);
    }
  }

  public List<String> scanAt(CommitTimestamp timestamp) {
    try (ReadView view = at(timestamp)) {
      return scanAll(view);
    }
  }
}
