package org.ratchetdb.executor.operator;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.aggregate.GroupTable;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.LongVector;
import org.ratchetdb.executor.vector.RowStore;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;

/**
 * Equi-join by a hash table on the right input. Out of memory, both inputs are dealt to files by
 * the hash of their keys and each pair of files is joined alone; the order of the left rows is lost
 * then.
 */
final class HashJoinOperator extends PairJoin {
  /** The key columns of both sides; shared. */
  @SuppressWarnings("ArrayRecordComponent") // never written after the plan is compiled
  record Keys(int[] left, int[] right) {}

  private final Keys keys;
  private final Operator leftInput;
  private final Operator rightInput;
  private final int level;
  private final HeldMemory memory;
  private final BitSet partnered = new BitSet();
  private final ColumnVector[] leftColumns;

  private RowStore right;
  private int[] heads = new int[16];
  private int[] chain = new int[16];
  private long[] hashes = new long[16];
  private int[] incomplete = new int[0];
  private int incompleteCount;
  private long currentHash;
  private boolean leftIncomplete;

  private @Nullable Partitions leftFiles;
  private @Nullable Partitions rightFiles;
  private @Nullable HashJoinOperator partition;
  private int nextPartition;

  HashJoinOperator(
      Spec spec, Keys keys, Operator left, Operator right, EvaluationState state, int level) {
    super(spec, state);
    this.keys = keys;
    this.leftInput = left;
    this.rightInput = right;
    this.level = level;
    this.memory = new HeldMemory(state.context());
    this.right = new RowStore(spec.rightTypes());
    this.leftColumns = new ColumnVector[keys.left().length];
  }

  private boolean isNullAware() {
    return spec.kind() == JoinKind.ANTI_NULL_AWARE;
  }

  @Override
  public void open() {
    restart();
    clear();
    rightInput.open();
    for (Batch rows = rightInput.next(); rows != null; rows = rightInput.next()) {
      if (rightFiles != null) {
        deal(rows, keys.right(), rightFiles);
        continue;
      }
      add(rows);
      if (isNullAware() || level == Partitions.LEVEL_MAX) {
        memory.force(bytes());
      } else if (!memory.tryHold(bytes())) {
        spillRight();
      }
    }
    rightInput.close();
    leftInput.open();
    if (rightFiles == null) {
      buildTable();
    } else {
      spillLeft();
    }
  }

  private void clear() {
    right = new RowStore(spec.rightTypes());
    hashes = new long[16];
    incompleteCount = 0;
    partnered.clear();
    partition = null;
    nextPartition = 0;
  }

  private long bytes() {
    return right.memoryBytes() + 16L * right.size();
  }

  private void add(Batch rows) {
    ColumnVector[] columns = columns(rows, keys.right());
    for (int k = 0; k < rows.size(); k++) {
      int row = rows.row(k);
      boolean complete = !anyNull(columns, row);
      if (!complete && spec.kind() != JoinKind.FULL && !isNullAware()) {
        continue;
      }
      int number = right.add(rows, row);
      if (number == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * number);
      }
      hashes[number] = GroupTable.hash(columns, row);
      if (!complete) {
        if (incompleteCount == incomplete.length) {
          incomplete = Arrays.copyOf(incomplete, Math.max(16, 2 * incompleteCount));
        }
        incomplete[incompleteCount++] = number;
      }
    }
  }

  private static ColumnVector[] columns(Batch rows, int[] ordinals) {
    ColumnVector[] columns = new ColumnVector[ordinals.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = rows.column(ordinals[i]);
    }
    return columns;
  }

  private static boolean anyNull(ColumnVector[] columns, int row) {
    for (ColumnVector column : columns) {
      if (column.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  /** Chains rows with complete keys; the oldest row of a chain comes first. */
  private void buildTable() {
    int slots = Integer.highestOneBit(Math.max(8, right.size())) * 2;
    heads = new int[slots];
    Arrays.fill(heads, -1);
    chain = new int[Math.max(1, right.size())];
    int skip = incompleteCount - 1;
    for (int number = right.size() - 1; number >= 0; number--) {
      if (skip >= 0 && incomplete[skip] == number) {
        skip--;
        continue;
      }
      int slot = (int) hashes[number] & (slots - 1);
      chain[number] = heads[slot];
      heads[slot] = number;
    }
  }

  private void spillRight() {
    Partitions files = new Partitions(state.context(), spec.rightTypes(), level);
    rightFiles = files;
    for (int number = 0; number < right.size(); number++) {
      files.write(right.batchOf(number), RowStore.positionOf(number), hashes[number]);
    }
    right = new RowStore(spec.rightTypes());
    hashes = new long[16];
    memory.release();
  }

  private void spillLeft() {
    Partitions files = new Partitions(state.context(), spec.leftTypes(), level);
    leftFiles = files;
    for (Batch rows = leftInput.next(); rows != null; rows = leftInput.next()) {
      deal(rows, keys.left(), files);
    }
    leftInput.close();
  }

  private void deal(Batch rows, int[] ordinals, Partitions files) {
    ColumnVector[] columns = columns(rows, ordinals);
    for (int k = 0; k < rows.size(); k++) {
      int row = rows.row(k);
      files.write(rows, row, GroupTable.hash(columns, row));
    }
    state.context().checkAlive();
  }

  @Override
  public @Nullable Batch next() {
    Partitions lefts = leftFiles;
    Partitions rights = rightFiles;
    if (lefts == null || rights == null) {
      return nextPairs();
    }
    while (true) {
      if (partition != null) {
        Batch rows = partition.next();
        if (rows != null) {
          return rows;
        }
        partition.close();
        partition = null;
      }
      if (nextPartition == Partitions.COUNT) {
        return null;
      }
      int p = nextPartition++;
      partition =
          new HashJoinOperator(
              spec,
              keys,
              new SpillScan(lefts.file(p)),
              new SpillScan(rights.file(p)),
              state,
              level + 1);
      partition.open();
    }
  }

  @Override
  @Nullable Batch nextLeft() {
    Batch rows = leftInput.next();
    if (rows != null) {
      for (int i = 0; i < leftColumns.length; i++) {
        leftColumns[i] = rows.column(keys.left()[i]);
      }
    }
    return rows;
  }

  @Override
  RowStore right() {
    return right;
  }

  @Override
  int firstCandidate(Batch leftRows, int row) {
    leftIncomplete = anyNull(leftColumns, row);
    if (leftIncomplete) {
      return isNullAware() ? nextPossible(row, 0) : -1;
    }
    currentHash = GroupTable.hash(leftColumns, row);
    int found = follow(heads[(int) currentHash & (heads.length - 1)], row);
    return found < 0 && isNullAware() ? nextIncomplete(row, 0) : found;
  }

  @Override
  int nextCandidate(Batch leftRows, int row, int previous) {
    if (!isNullAware()) {
      return follow(chain[previous], row);
    }
    if (leftIncomplete) {
      return nextPossible(row, previous + 1);
    }
    int known = Arrays.binarySearch(incomplete, 0, incompleteCount, previous);
    if (known >= 0) {
      return nextIncomplete(row, known + 1);
    }
    int found = follow(chain[previous], row);
    return found < 0 ? nextIncomplete(row, 0) : found;
  }

  /** The first row of a chain from a number on that has the left row's key. */
  private int follow(int from, int row) {
    int number = from;
    while (number >= 0 && !(hashes[number] == currentHash && isEqual(number, row))) {
      number = chain[number];
    }
    return number;
  }

  private boolean isEqual(int number, int row) {
    Batch batch = right.batchOf(number);
    int position = RowStore.positionOf(number);
    for (int i = 0; i < leftColumns.length; i++) {
      ColumnVector key = batch.column(keys.right()[i]);
      ColumnVector value = leftColumns[i];
      boolean equal =
          value instanceof LongVector longs
              ? longs.values()[row] == ((LongVector) key).values()[position]
              : isEqual(key, position, value, row);
      if (!equal) {
        return false;
      }
    }
    return true;
  }

  /** Equality of {@code =}: NaN is equal to nothing in GoogleSQL. */
  private boolean isEqual(ColumnVector key, int position, ColumnVector value, int row) {
    if (!key.same(position, value, row)) {
      return false;
    }
    return state.context().isPostgres()
        || !(value instanceof org.ratchetdb.executor.vector.DoubleVector)
        || !Double.isNaN(value.getDouble(row));
  }

  /** The first row from a number on whose key is not surely different from the left row's. */
  private int nextPossible(int row, int from) {
    for (int number = from; number < right.size(); number++) {
      if (mayBeEqual(number, row)) {
        return number;
      }
    }
    return -1;
  }

  private int nextIncomplete(int row, int from) {
    for (int i = from; i < incompleteCount; i++) {
      if (mayBeEqual(incomplete[i], row)) {
        return incomplete[i];
      }
    }
    return -1;
  }

  private boolean mayBeEqual(int number, int row) {
    Batch batch = right.batchOf(number);
    int position = RowStore.positionOf(number);
    for (int i = 0; i < leftColumns.length; i++) {
      ColumnVector key = batch.column(keys.right()[i]);
      if (!key.isNull(position)
          && !leftColumns[i].isNull(row)
          && !isEqual(key, position, leftColumns[i], row)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void markRight(int row) {
    partnered.set(row);
  }

  @Override
  int nextUnmatchedRight(int from) {
    int row = from >= right.size() ? from : partnered.nextClearBit(from);
    return row < right.size() ? row : -1;
  }

  @Override
  public void close() {
    leftInput.close();
    rightInput.close();
    if (partition != null) {
      partition.close();
    }
    if (leftFiles != null) {
      leftFiles.close();
      leftFiles = null;
    }
    if (rightFiles != null) {
      rightFiles.close();
      rightFiles = null;
    }
    clear();
    memory.release();
  }
}
