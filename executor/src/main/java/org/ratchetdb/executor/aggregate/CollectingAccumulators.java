package org.ratchetdb.executor.aggregate;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.IntSort;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.executor.vector.SortOrder;
import org.ratchetdb.planner.physical.AggregateCall;
import org.ratchetdb.planner.physical.SortKey;

/** ARRAY_AGG, ARRAY_CONCAT_AGG and STRING_AGG: keep their rows, order them at the end. */
public final class CollectingAccumulators {
  /** LIMIT inside the aggregate. */
  @FunctionalInterface
  public interface RowLimit {
    long rows(ExecutionContext context);
  }

  private CollectingAccumulators() {}

  static Accumulator.Factory factory(AggregateCall call, List<SqlType> inputTypes, RowLimit limit) {
    // What is kept of a row: the arguments, then the columns that order it.
    List<Integer> kept = new ArrayList<>(call.arguments());
    List<SortOrder.Item> items = new ArrayList<>();
    for (SortKey key : call.orderBy()) {
      items.add(new SortOrder.Item(kept.size(), key.descending(), key.nullsFirst()));
      kept.add(key.ordinal());
    }
    int[] ordinals = kept.stream().mapToInt(Integer::intValue).toArray();
    List<SqlType> types = kept.stream().map(inputTypes::get).toList();
    Kind kind = Kind.valueOf(call.kernel().toUpperCase(java.util.Locale.ROOT));
    boolean keepsNull = kind == Kind.ARRAY_AGG && !call.ignoreNulls();
    return context ->
        new Collector(
            kind,
            ordinals,
            kind == Kind.STRING_AGG && call.arguments().size() > 1,
            types,
            items.isEmpty() ? null : new SortOrder(items, context.isPostgres()),
            keepsNull,
            limit.rows(context));
  }

  private enum Kind {
    ARRAY_AGG,
    ARRAY_CONCAT_AGG,
    STRING_AGG
  }

  private static final class Collector implements Accumulator {
    private final Kind kind;
    private final int[] ordinals;
    private final @Nullable SortOrder order;
    private final boolean keepsNull;
    private final long rowsMax;
    private final RowStore rows;
    private final Batch view;
    private final boolean hasDelimiter;

    // Rows of a group as a linked list through the store, newest first.
    private int[] newest = new int[0];
    private int[] previous = new int[16];
    private int[] counts = new int[0];

    Collector(
        Kind kind,
        int[] ordinals,
        boolean hasDelimiter,
        List<SqlType> types,
        @Nullable SortOrder order,
        boolean keepsNull,
        long rowsMax) {
      this.kind = kind;
      this.ordinals = ordinals;
      this.order = order;
      this.keepsNull = keepsNull;
      this.rowsMax = rowsMax;
      this.rows = new RowStore(types);
      this.view = Batch.of(new ColumnVector[ordinals.length]);
      this.hasDelimiter = hasDelimiter;
    }

    @Override
    public void ensureGroups(int count) {
      if (count > newest.length) {
        int old = newest.length;
        int size = Math.max(count, 2 * old);
        newest = Arrays.copyOf(newest, size);
        Arrays.fill(newest, old, size, -1);
        counts = Arrays.copyOf(counts, size);
      }
    }

    @Override
    public void add(Batch source, int[] positions, int[] groups, int count) {
      for (int i = 0; i < ordinals.length; i++) {
        view.setColumn(i, source.column(ordinals[i]));
      }
      for (int k = 0; k < count; k++) {
        if (!keepsNull && view.column(0).isNull(positions[k])) {
          continue;
        }
        int group = groups[k];
        if (order == null && counts[group] >= rowsMax) {
          continue;
        }
        int row = rows.add(view, positions[k]);
        if (row == previous.length) {
          previous = Arrays.copyOf(previous, 2 * row);
        }
        previous[row] = newest[group];
        newest[group] = row;
        counts[group]++;
      }
    }

    @Override
    public void result(int group, ColumnVector out, int row) {
      int count = counts[group];
      if (count == 0) {
        out.setNull(row);
        return;
      }
      int[] members = new int[count];
      for (int r = newest[group], i = count - 1; r >= 0; r = previous[r], i--) {
        members[i] = r;
      }
      members = sorted(members);
      if (members.length > rowsMax) {
        members = Arrays.copyOf(members, (int) rowsMax);
      }
      if (kind == Kind.STRING_AGG) {
        join(members, (BytesVector) out, row);
      } else {
        out.set(row, new Value.Array(out.type(), elements(members)));
      }
    }

    private int[] sorted(int[] members) {
      SortOrder by = order;
      if (by == null) {
        return members;
      }
      int[] permutation =
          IntSort.sorted(
              members.length,
              (a, b) ->
                  by.compare(
                      rows.batchOf(members[a]),
                      RowStore.positionOf(members[a]),
                      rows.batchOf(members[b]),
                      RowStore.positionOf(members[b])));
      int[] result = new int[members.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = members[permutation[i]];
      }
      return result;
    }

    private List<Value> elements(int[] members) {
      List<Value> elements = new ArrayList<>(members.length);
      for (int member : members) {
        Value value = rows.batchOf(member).column(0).get(RowStore.positionOf(member));
        if (kind == Kind.ARRAY_CONCAT_AGG) {
          elements.addAll(((Value.Array) value).elements());
        } else {
          elements.add(value);
        }
      }
      return elements;
    }

    private void join(int[] members, BytesVector out, int row) {
      ByteArrayOutputStream joined = new ByteArrayOutputStream();
      for (int i = 0; i < members.length; i++) {
        Batch batch = rows.batchOf(members[i]);
        int position = RowStore.positionOf(members[i]);
        if (i > 0) {
          if (hasDelimiter) {
            append(joined, (BytesVector) batch.column(1), position);
          } else {
            joined.write(',');
          }
        }
        append(joined, (BytesVector) batch.column(0), position);
      }
      out.setBytes(row, joined.toByteArray());
    }

    private static void append(ByteArrayOutputStream to, BytesVector from, int row) {
      if (!from.isNull(row)) {
        to.write(from.buffer(), from.start(row), from.length(row));
      }
    }

    @Override
    public long memoryBytes() {
      return rows.memoryBytes() + 8L * newest.length + 4L * previous.length;
    }
  }
}
