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
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Sizes estimated from a look at the first entries. Tables and indexes that interleave share one
 * range of keys, a row tree's root and all below it. A short range is counted; of a longer one the
 * first entries tell how many bytes an entry has and how entries divide among the tables, and the
 * store's estimate of the range's bytes scales that up. Entries with one value in front lie
 * together, so the sample also tells how many rows a value of a leading key column has; for other
 * columns see {@link ValueCounts}. Kept for a while and then looked at anew. Thread-safe.
 */
public final class SampledStatistics implements TableStatistics {
  private static final Set<TypeKind> UNCOUNTED =
      Set.of(TypeKind.ARRAY, TypeKind.JSON, TypeKind.PG_JSONB);
  private static final int SAMPLE_ENTRIES_MAX = 2_000;
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
    KeyRange range = members.get(0).walker.layout().fullRange();
    long entries = 0;
    long bytes = 0;
    boolean whole = true;
    try (ReadView view = store.readAt(ReadBound.STRONG);
        KvCursor cursor =
            view.scan(new ScanRequest(range, false, LockMode.NONE, SAMPLE_ENTRIES_MAX + 1L))) {
      while (cursor.next()) {
        if (entries == SAMPLE_ENTRIES_MAX) {
          whole = false;
          break;
        }
        entries++;
        long entryBytes = cursor.key().length() + (long) cursor.value().length();
        bytes += entryBytes;
        count(members, cursor.key(), cursor.value(), entryBytes);
      }
    }
    double factor = 1;
    if (!whole && bytes > 0) {
      factor = Math.max(1, (double) store.approximateSizeBytes(range) / bytes);
    }
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
        leadingValues++;
      }
    }
  }

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
