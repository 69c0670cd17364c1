package org.ratchetdb.engine.stats;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.splits.load.KeyMidpoint;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Sizes estimated from a look at some entries. Tables and indexes that interleave share one range
 * of keys, a row tree's root and all below it. A short range is counted; of a longer one the
 * entries at its front and at three places inside tell how entries divide among the tables, and the
 * store's estimate of the range's bytes, compared with its estimate for what was counted, scales
 * that up. Entries with one value in front lie together, so the sample also tells how many rows a
 * value of a leading key column has; for other columns see {@link ValueCounts}. Kept for a while
 * and then looked at anew. Thread-safe.
 */
public final class SampledStatistics implements TableStatistics {
  static final Set<TypeKind> UNCOUNTED = Set.of(TypeKind.ARRAY, TypeKind.JSON, TypeKind.PG_JSONB);
  private static final int FRONT_ENTRIES_MAX = 1_400;
  private static final int PLACE_ENTRIES_MAX = 300;

  /** The store's estimate of a few hundred entries may itself be off. */
  private static final double EXCESS_MIN = 0.1;

  private static final double EXCESS_MAX = 1.5;
  private static final long KEPT_NANOS = Duration.ofSeconds(30).toNanos();

  private final KvStore store;
  private final Ticker ticker;
  private final Supplier<Schema> schema;
  private final Map<TreeKey, TreeSample> samples = new ConcurrentHashMap<>();

  public SampledStatistics(KvStore store, Ticker ticker, Supplier<Schema> schema) {
    this.store = store;
    this.ticker = ticker;
    this.schema = schema;
  }

  @Override
  public long rowCount(Table table) {
    return size(table.id(), null).rows;
  }

  @Override
  public long byteCount(Table table) {
    return size(table.id(), null).bytes;
  }

  @Override
  public long entryCount(Index index) {
    return size(index.id(), index).rows;
  }

  @Override
  public long byteCount(Index index) {
    return size(index.id(), index).bytes;
  }

  @Override
  public long distinctValues(Table table, int columnId) {
    if (leads(table.primaryKey(), columnId)) {
      long counted = size(table.id(), null).leadingValues;
      if (counted >= 0) {
        return counted;
      }
    }
    for (Index index : schema.get().indexesOf(table.id())) {
      boolean whole = index.notNullColumnIds().isEmpty() && index.state() == IndexState.READ_WRITE;
      if (whole && index.interleaveInTableId() == null && leads(index.keyParts(), columnId)) {
        return size(index.id(), index).leadingValues;
      }
    }
    return size(table.id(), null).columnValues.getOrDefault(columnId, -1L);
  }

  private static boolean leads(List<KeyPart> parts, int columnId) {
    return !parts.isEmpty() && parts.get(0).columnId() == columnId;
  }

  /** Looks anew at whatever is asked for next. */
  public void forget() {
    samples.clear();
  }

  private Size size(int objectId, @Nullable Index index) {
    Schema current = schema.get();
    // What was dropped since, and is asked for by a read at an older timestamp, has no size now.
    Integer homeId = index == null ? Integer.valueOf(objectId) : index.interleaveInTableId();
    if ((index != null && !current.hasTable(index.tableId()))
        || (homeId != null && !current.hasTable(homeId))) {
      return Size.NONE;
    }
    int rootId = homeId == null ? objectId : root(current, current.table(homeId));
    TreeKey key = new TreeKey(current.version(), rootId);
    TreeSample sample = samples.get(key);
    if (sample == null || ticker.nanos() - sample.takenNanos > KEPT_NANOS) {
      samples.keySet().removeIf(old -> old.schemaVersion < current.version());
      sample = take(current, rootId);
      samples.put(key, sample);
    }
    return sample.sizes.getOrDefault(objectId, Size.NONE);
  }

  private static int root(Schema schema, Table table) {
    Table at = table;
    for (Interleave up = at.interleave(); up != null; up = at.interleave()) {
      at = schema.table(up.parentTableId());
    }
    return at.id();
  }

  private TreeSample take(Schema current, int rootId) {
    List<Member> members = members(current, rootId);
    if (members.isEmpty()) {
      return new TreeSample(Map.of(), ticker.nanos());
    }
    double factor = look(members);
    Map<Integer, Size> sizes = new HashMap<>();
    for (Member member : members) {
      sizes.put(
          member.objectId,
          new Size(
              Math.round(member.rows * factor),
              Math.round(member.bytes * factor),
              member.hasSeveralParts() ? Math.round(member.leadingValues * factor) : -1,
              member.columnValues(factor)));
    }
    return new TreeSample(Map.copyOf(sizes), ticker.nanos());
  }

  /**
   * Counts entries at the front of the range and at places further on.
   *
   * @return how many times the range is larger than what was counted
   */
  private double look(List<Member> members) {
    KeyRange range = members.get(0).walker.layout().fullRange();
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      Stretch front = look(view, range, FRONT_ENTRIES_MAX, members);
      if (front.next == null) {
        return 1;
      }
      List<Stretch> stretches = new ArrayList<>(List.of(front));
      for (KeyRange place : places(new KeyRange(front.next, range.end()), lastKey(view, range))) {
        members.forEach(Member::leap);
        stretches.add(look(view, place, PLACE_ENTRIES_MAX, members));
      }
      double seen = 0;
      double stored = 0;
      for (Stretch stretch : stretches) {
        seen += stretch.bytes;
        // The same estimate for what is known exactly tells how far the estimate is to be trusted:
        // it counts versions and deletions that no compaction has met yet.
        stored += store.approximateSizeBytes(stretch.seen);
      }
      double scale = stored > 0 ? Math.max(EXCESS_MIN, Math.min(EXCESS_MAX, seen / stored)) : 1;
      KeyRange filled = new KeyRange(front.seen.start(), range.end());
      return Math.max(1, store.approximateSizeBytes(filled) * scale / Math.max(1, seen));
    }
  }

  private static Stretch look(
      ReadView view, KeyRange range, long entriesMax, List<Member> members) {
    long entries = 0;
    long bytes = 0;
    Key first = range.start();
    try (KvCursor cursor =
        view.scan(new ScanRequest(range, false, LockMode.NONE, entriesMax + 1))) {
      while (cursor.next()) {
        if (entries == 0) {
          // What was deleted before it says nothing of what is there.
          first = Key.wrap(cursor.key().toByteArray());
        }
        if (entries == entriesMax) {
          Key next = Key.wrap(cursor.key().toByteArray());
          return new Stretch(bytes, new KeyRange(first, next), next);
        }
        entries++;
        long entryBytes = cursor.key().length() + (long) cursor.value().length();
        bytes += entryBytes;
        count(members, cursor.key(), cursor.value(), entryBytes);
      }
    }
    return new Stretch(bytes, new KeyRange(first, range.end()), null);
  }

  private static Key lastKey(ReadView view, KeyRange range) {
    try (KvCursor cursor = view.scan(new ScanRequest(range, true, LockMode.NONE, 1))) {
      return cursor.next() ? Key.wrap(cursor.key().toByteArray()) : range.start();
    }
  }

  /** Ranges one behind the other, cut by the bytes of keys and so rarely of one size. */
  private static List<KeyRange> places(KeyRange rest, Key last) {
    if (rest.start().compareTo(last) >= 0) {
      return List.of();
    }
    List<Key> cuts = new ArrayList<>();
    Key middle = KeyMidpoint.between(rest.start(), last);
    if (middle != null) {
      Key quarter = KeyMidpoint.between(rest.start(), middle);
      Key late = KeyMidpoint.between(middle, last);
      if (quarter != null) {
        cuts.add(quarter);
      }
      cuts.add(middle);
      if (late != null) {
        cuts.add(late);
      }
    }
    List<KeyRange> places = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      Key end = i + 1 < cuts.size() ? cuts.get(i + 1) : rest.end();
      places.add(new KeyRange(cuts.get(i), end));
    }
    return places;
  }

  private static void count(List<Member> members, ByteSlice key, ByteSlice value, long entryBytes) {
    for (Member member : members) {
      if (member.walker.walk(key) == KeyWalker.Owner.OURS) {
        member.countLeadingValue(key);
        member.countColumnValues(key, value);
        member.rows++;
        member.bytes += entryBytes;
        return;
      }
    }
  }

  /** Everything that lies in the range of the root, the root first. */
  private static List<Member> members(Schema schema, int rootId) {
    List<Member> members = new ArrayList<>();
    if (schema.hasTable(rootId)) {
      addTable(schema, schema.table(rootId), members);
      return members;
    }
    for (Index index : schema.indexes()) {
      if (index.id() == rootId) {
        members.add(new Member(schema, schema.table(index.tableId()), index));
      }
    }
    return members;
  }

  private static void addTable(Schema schema, Table table, List<Member> members) {
    members.add(new Member(schema, table, null));
    for (Index index : schema.indexes()) {
      Integer home = index.interleaveInTableId();
      if (home != null && home == table.id()) {
        members.add(new Member(schema, schema.table(index.tableId()), index));
      }
    }
    for (Table child : schema.childrenOf(table.id())) {
      addTable(schema, child, members);
    }
  }

  /** A table or index of a tree while its entries are counted. */
  private static final class Member {
    private final int objectId;
    private final KeyWalker walker;
    private long rows;
    private long bytes;
    private long leadingValues;
    private byte[] lastLeading = new byte[0];
    private boolean leapt;
    private List<Integer> columnIds;
    private final List<ValueCounts> columnCounts = new ArrayList<>();
    private final EntryDecoder decoder;
    private final Batch row;

    Member(Schema schema, Table table, @Nullable Index index) {
      this.objectId = index == null ? table.id() : index.id();
      this.columnIds = index == null ? countedColumns(table) : List.of();
      columnIds.forEach(id -> columnCounts.add(new ValueCounts()));
      EntryFormat format = new EntryFormat(schema, table, index, columnIds);
      this.decoder = new EntryDecoder(format);
      this.walker = decoder.walker();
      this.row = Batch.create(format.types(), 1);
    }

    /** Those that can be compared and are not the key alone, which has as many values as rows. */
    private static List<Integer> countedColumns(Table table) {
      boolean single = table.primaryKey().size() == 1;
      List<Integer> ids = new ArrayList<>();
      for (Column column : table.columns()) {
        if (!UNCOUNTED.contains(column.type().kind())
            && !(single && table.isKeyColumn(column.id()))) {
          ids.add(column.id());
        }
      }
      return ids;
    }

    boolean hasSeveralParts() {
      return walker.layout().parts().size() > 1;
    }

    /** Looks at the columns of a row of ours. */
    void countColumnValues(ByteSlice key, ByteSlice value) {
      if (columnIds.isEmpty()) {
        return;
      }
      row.prepare(1);
      try {
        decoder.decode(key, value, row, 0);
      } catch (DbException e) {
        if (e.code() != ErrorCode.CORRUPT_DATA) {
          throw e;
        }
        // Whoever wants the row will be told; a query that does not want it needs a plan all the
        // same.
        columnIds = List.of();
        return;
      }
      for (int i = 0; i < columnIds.size(); i++) {
        if (!row.column(i).isNull(0)) {
          columnCounts.get(i).add(row.column(i).hash(0));
        }
      }
    }

    Map<Integer, Long> columnValues(double factor) {
      Map<Integer, Long> values = new HashMap<>();
      for (int i = 0; i < columnIds.size(); i++) {
        values.put(columnIds.get(i), columnCounts.get(i).estimate(factor));
      }
      return Map.copyOf(values);
    }

    /** Looks at a key that the walker has walked. */
    void countLeadingValue(ByteSlice key) {
      if (!hasSeveralParts()) {
        return;
      }
      int from = key.offset() + walker.partOffset(0);
      int to = key.offset() + walker.partOffset(1);
      if (rows == 0 || !Arrays.equals(lastLeading, 0, lastLeading.length, key.array(), from, to)) {
        lastLeading = Arrays.copyOfRange(key.array(), from, to);
        leadingValues += leapt ? 0 : 1;
      }
      leapt = false;
    }

    /** The next row is no neighbour of the last, and most likely not the first of its value. */
    void leap() {
      leapt = rows > 0;
    }
  }

  /**
   * Neighbouring entries that were looked at.
   *
   * @param bytes of their keys and values
   * @param seen where they lie
   * @param next the entry behind them, or null when there is none
   */
  private record Stretch(long bytes, KeyRange seen, @Nullable Key next) {}

  private record TreeKey(long schemaVersion, int rootId) {}

  private record TreeSample(Map<Integer, Size> sizes, long takenNanos) {}

  /**
   * @param leadingValues values of the first key column, or -1 when it is the whole key
   * @param columnValues values of a table's columns by their ids, -1 where they are unknown
   */
  private record Size(long rows, long bytes, long leadingValues, Map<Integer, Long> columnValues) {
    static final Size NONE = new Size(0, 0, -1, Map.of());
  }
}
