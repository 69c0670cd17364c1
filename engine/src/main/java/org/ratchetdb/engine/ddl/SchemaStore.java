package org.ratchetdb.engine.ddl;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.store.SchemaCodec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * The schema of one database: as it is, and as it was at older timestamps inside the retention
 * window. Thread-safe; changed by {@link DdlRunner} only.
 *
 * <p>Invariant: the current schema is set after its commit and before any commit made for it, so a
 * view opened while a schema is current shows rows of that schema, see {@link #strongView}.
 */
public final class SchemaStore {
  private static final int REOPEN_ATTEMPTS_MAX = 100;

  private final KvStore store;
  private final List<Consumer<Schema>> listeners = new CopyOnWriteArrayList<>();
  private volatile Schema current;

  /** Whether a schema is being committed, and may be in the store though not current yet. */
  private volatile boolean committing;

  /** The older schema that was asked for last. */
  private volatile @Nullable Era lastEra;

  /** A schema with the time it held, the end excluded. */
  private record Era(Schema schema, CommitTimestamp since, CommitTimestamp end) {
    boolean contains(CommitTimestamp timestamp) {
      return since.compareTo(timestamp) <= 0 && timestamp.compareTo(end) < 0;
    }
  }

  private SchemaStore(KvStore store, Schema current) {
    this.store = store;
    this.current = current;
  }

  /**
   * Loads the schema of a store, or gives a new store its first.
   *
   * @param newDialect dialect of a database that is being created; null to open one that exists
   * @throws DbException CORRUPT_DATA when the store has no readable schema, or has one already
   */
  public static SchemaStore open(KvStore store, @Nullable Dialect newDialect) {
    byte[] bytes = store.getMeta(MetaKeys.CURRENT_SCHEMA);
    if (newDialect != null) {
      if (bytes != null) {
        throw new DbException(ErrorCode.CORRUPT_DATA, "A new database has a schema already");
      }
      Schema first = Schema.empty(newDialect);
      store.putMeta(MetaKeys.CURRENT_SCHEMA, SchemaCodec.encode(first));
      return new SchemaStore(store, first);
    }
    if (bytes == null) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "The database has no schema");
    }
    Schema schema = SchemaCodec.decode(bytes);
    if (schema.version() > 0 && schema.since().equals(CommitTimestamp.ZERO)) {
      // The process ended between the schema's commit and the note of its timestamp. Nothing was
      // committed after it, so its timestamp is the newest there is.
      schema = schema.withSince(store.appliedTimestamp());
      store.putMeta(MetaKeys.CURRENT_SCHEMA, SchemaCodec.encode(schema));
    }
    return new SchemaStore(store, schema);
  }

  /** The newest schema. */
  public Schema current() {
    return current;
  }

  /** The schema that held at the timestamp; the oldest known one before that. */
  public Schema at(CommitTimestamp timestamp) {
    Schema newest = current;
    if (newest.since().compareTo(timestamp) <= 0) {
      return newest;
    }
    Era last = lastEra;
    if (last != null && last.contains(timestamp)) {
      return last.schema();
    }
    HistorySearch search = new HistorySearch(timestamp);
    store.scanMeta(MetaKeys.historyRange(), search);
    byte[] found = search.found;
    if (found == null) {
      return newest;
    }
    Schema schema = SchemaCodec.decode(found);
    byte[] next = search.firstAfter;
    CommitTimestamp end = next == null ? newest.since() : SchemaCodec.decode(next).since();
    lastEra = new Era(schema, schema.since(), end);
    return schema;
  }

  /** When a schema that held once was replaced; not before that when it is long ago. */
  CommitTimestamp endOf(Schema schema) {
    CommitTimestamp newest = current.since();
    HistorySearch search = new HistorySearch(schema.since());
    store.scanMeta(MetaKeys.historyRange(), search);
    byte[] next = search.firstAfter;
    return next == null ? newest : SchemaCodec.decode(next).since();
  }

  /** Opens a view that sees every commit so far, with the schema that its rows have. */
  public SchemaView strongView() {
    for (int attempt = 0; attempt < REOPEN_ATTEMPTS_MAX; attempt++) {
      Schema schema = current;
      ReadView view = store.readAt(ReadBound.STRONG);
      if (current == schema) {
        return new SchemaView(schema, view);
      }
      view.close();
    }
    throw new DbException(ErrorCode.UNAVAILABLE, "The schema changes too often to be read");
  }

  /** Opens a view at a timestamp, with the schema of that time. */
  public SchemaView viewAt(CommitTimestamp timestamp) {
    return viewAt(new ReadBound.Exact(timestamp), () -> {});
  }

  /**
   * Opens a view with the schema of its timestamp.
   *
   * @param settle waits until a schema that is being committed is current
   */
  public SchemaView viewAt(ReadBound bound, Runnable settle) {
    ReadView view = store.readAt(bound);
    try {
      if (committing) {
        settle.run();
      }
      return new SchemaView(at(view.readTimestamp()), view);
    } catch (RuntimeException e) {
      view.close();
      throw e;
    }
  }

  /** Ids of the sequences of the current schema and of all that may still be returned to. */
  Set<Integer> knownSequences() {
    Set<Integer> ids = new HashSet<>();
    current.sequences().forEach(sequence -> ids.add(sequence.id()));
    store.scanMeta(
        MetaKeys.historyRange(),
        (key, value) ->
            SchemaCodec.decode(value).sequences().forEach(sequence -> ids.add(sequence.id())));
    return ids;
  }

  /** Tells the listener of each new current schema, on the thread that changes it. */
  public void addListener(Consumer<Schema> listener) {
    listeners.add(listener);
  }

  /**
   * Commits a schema and makes it current. Called inside {@code SchemaGate.publish}, by one thread
   * at a time.
   *
   * @param transaction whose other writes are committed with it
   */
  void commit(Schema next, KvTransaction transaction) {
    Schema before = current;
    Schema unstamped = next.withSince(CommitTimestamp.ZERO);
    transaction.putMeta(MetaKeys.CURRENT_SCHEMA, SchemaCodec.encode(unstamped));
    transaction.putMeta(MetaKeys.history(before.since()), SchemaCodec.encode(before));
    Schema stamped;
    committing = true;
    try {
      CommitResult result = transaction.commit();
      stamped = next.withSince(result.timestamp());
      store.putMeta(MetaKeys.CURRENT_SCHEMA, SchemaCodec.encode(stamped));
      current = stamped;
    } finally {
      committing = false;
    }
    listeners.forEach(listener -> listener.accept(stamped));
  }

  KvTransaction begin() {
    return store.begin(TransactionOptions.DEFAULT);
  }

  /** Forgets schemas that no readable timestamp needs. */
  void trimHistory(long nowMicros, Duration retention) {
    CommitTimestamp oldestReadable =
        new CommitTimestamp(Math.max(0, nowMicros - retention.toNanos() / 1000));
    HistoryTrim trim = new HistoryTrim(oldestReadable);
    store.scanMeta(MetaKeys.historyRange(), trim);
    if (current.since().compareTo(oldestReadable) > 0) {
      // The newest of the old ones may still hold at the oldest readable timestamp.
      trim.keepNewest();
    }
    trim.dispensable.forEach(key -> store.putMeta(key, null));
  }

  /** Finds the newest record at or before a timestamp; records come in order of time. */
  private static final class HistorySearch implements KvStore.MetaVisitor {
    private final Key bound;
    private byte @Nullable [] found;
    private byte @Nullable [] firstAfter;

    HistorySearch(CommitTimestamp timestamp) {
      this.bound = MetaKeys.history(timestamp);
    }

    @Override
    public void visit(Key key, byte[] value) {
      boolean after = key.compareTo(bound) > 0;
      if (found == null || !after) {
        found = value;
      }
      if (after && firstAfter == null) {
        firstAfter = value;
      }
    }
  }

  /** Collects records that had ended before a timestamp. */
  private static final class HistoryTrim implements KvStore.MetaVisitor {
    private final Key bound;
    private final ArrayDeque<Key> dispensable = new ArrayDeque<>();

    HistoryTrim(CommitTimestamp oldestReadable) {
      this.bound = MetaKeys.history(oldestReadable);
    }

    @Override
    public void visit(Key key, byte[] value) {
      if (key.compareTo(bound) <= 0) {
        dispensable.addLast(key);
      }
    }

    void keepNewest() {
      dispensable.pollLast();
    }
  }
}
