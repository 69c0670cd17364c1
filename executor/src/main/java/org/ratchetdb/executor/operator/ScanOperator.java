package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.expression.Evaluator;
import org.ratchetdb.executor.row.EntryDecoder;
import org.ratchetdb.executor.row.EntryFormat;
import org.ratchetdb.executor.row.KeyLayout;
import org.ratchetdb.executor.row.KeyRanges;
import org.ratchetdb.executor.row.KeyWalker;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * Reads a table or index: one get when the whole key is given, batched gets for a list of whole
 * keys, else a cursor per range. Rows of other tables that lie in a range are passed over.
 */
final class ScanOperator implements Operator {
  /** Foreign entries in a row after which seeking beats stepping. */
  private static final int FOREIGN_BEFORE_SKIP = 4;

  /** Stored bytes after which a batch takes no more rows. */
  private static final long BATCH_BYTES = 2 << 20;

  /**
   * What the plan fixes; shared.
   *
   * @param whole whether whoever asks reads to the end
   * @param union the distributed union that reads it split by split, or -1
   */
  record Spec(
      EntryFormat format,
      KeyConditions conditions,
      boolean reverse,
      @Nullable Evaluator residual,
      @Nullable Evaluator limit,
      ScanLocks locks,
      boolean whole,
      int union) {
    boolean isWholeKey() {
      return conditions.size() == format.layout().parts().size();
    }
  }

  private final Spec spec;
  private final EvaluationState state;
  private final KvReader reader;
  private final EntryDecoder decoder;
  private final ByteSlice payload = new ByteSlice();
  private final KeyEncoder encoder = new KeyEncoder();
  private @Nullable Batch batch;
  private int batchRows;

  private @Nullable Key point;
  private List<KeyRange> ranges = List.of();
  private int nextRange;
  private boolean pointRanges;
  private @Nullable KvCursor cursor;
  private long remaining;
  private int foreignInARow;
  private int[] kept = new int[0];

  private final @Nullable KeyRange part;
  private long pauseRows = Long.MAX_VALUE;
  private long examined;
  private boolean paused;
  private @Nullable Key lastKey;

  ScanOperator(Spec spec, EvaluationState state) {
    this(spec, state, null);
  }

  /**
   * @param part the range to read instead of those of the conditions, lying in one of them
   */
  ScanOperator(Spec spec, EvaluationState state, @Nullable KeyRange part) {
    this.part = part;
    this.spec = spec;
    this.state = state;
    this.reader = state.context().reader();
    this.decoder = new EntryDecoder(spec.format());
  }

  /** The ranges that an open now would read, in the order of reading, of all splits. */
  static List<KeyRange> rangesToRead(Spec spec, EvaluationState state) {
    List<KeyRanges.Bound> bounds = spec.conditions().bounds(state);
    if (bounds == null) {
      return List.of();
    }
    List<KeyRange> ascending = KeyRanges.of(spec.format().layout(), bounds);
    if (!spec.reverse() || ascending.size() < 2) {
      return ascending;
    }
    List<KeyRange> reversed = new ArrayList<>(ascending);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Makes {@link #next} return null, {@link #isPaused paused}, when it has read so many rows. */
  void pauseAfter(long rows) {
    pauseRows = rows;
  }

  /** Whether the last {@link #next} returned null before the end; the next one goes on. */
  boolean isPaused() {
    return paused;
  }

  /** What is left to read, in the order of reading. */
  List<KeyRange> rest() {
    List<KeyRange> rest = new ArrayList<>();
    if (cursor != null) {
      KeyRange current = ranges.get(nextRange - 1);
      KeyRange left = lastKey == null ? current : rest(current, lastKey);
      if (left != null) {
        rest.add(left);
      }
    }
    rest.addAll(ranges.subList(nextRange, ranges.size()));
    return rest;
  }

  private @Nullable KeyRange rest(KeyRange range, Key last) {
    Key start = spec.reverse() ? range.start() : last.successor();
    Key end = spec.reverse() ? last : range.end();
    return end != null && start.compareTo(end) >= 0 ? null : new KeyRange(start, end);
  }

  /** Gives the batch that {@link #next} returned last to the caller for good. */
  void giveAwayBatch() {
    batch = null;
  }

  /** Takes a batch that {@link #next} returned once, of this scan or one like it, to fill again. */
  void reuse(Batch rows) {
    if (batch == null) {
      batch = rows;
    }
  }

  @Override
  public void open() {
    examined = 0;
    paused = false;
    if (part != null) {
      remaining = Long.MAX_VALUE;
      batchRows = Batch.ROWS_MAX;
      ranges = List.of(part);
      nextRange = 0;
      return;
    }
    remaining = RowCounts.evaluate(spec.limit(), Long.MAX_VALUE, "LIMIT", state);
    batchRows = Batch.ROWS_FIRST;
    nextRange = 0;
    foreignInARow = 0;
    point = null;
    pointRanges = false;
    ranges = List.of();
    KeyRange restriction = spec.union() < 0 ? null : state.split(spec.union());
    List<KeyRanges.Bound> bounds = spec.conditions().bounds(state);
    if (bounds == null || remaining == 0) {
      return;
    }
    if (spec.isWholeKey() && isPoint(bounds)) {
      Key key = pointKey(bounds);
      if (restriction == null || restriction.contains(key)) {
        point = key;
      }
      return;
    }
    ranges = rangesToRead(spec, state);
    if (restriction != null) {
      ranges = restricted(ranges, restriction);
    }
    pointRanges = spec.isWholeKey() && bounds.stream().allMatch(KeyRanges.OneOf.class::isInstance);
  }

  private static List<KeyRange> restricted(List<KeyRange> ranges, KeyRange restriction) {
    List<KeyRange> inside = new ArrayList<>();
    for (KeyRange range : ranges) {
      KeyRange common = range.intersect(restriction);
      if (common != null) {
        inside.add(common);
      }
    }
    return inside;
  }

  private static boolean isPoint(List<KeyRanges.Bound> bounds) {
    for (KeyRanges.Bound bound : bounds) {
      if (!(bound instanceof KeyRanges.OneOf oneOf) || oneOf.values().size() != 1) {
        return false;
      }
    }
    return true;
  }

  private Key pointKey(List<KeyRanges.Bound> bounds) {
    KeyLayout layout = spec.format().layout();
    encoder.reset();
    for (KeyLayout.Segment segment : layout.segments()) {
      encoder.tag(segment.tag());
      for (int p = segment.firstPart(); p < segment.endPart(); p++) {
        KeyRanges.put(
            encoder, ((KeyRanges.OneOf) bounds.get(p)).values().get(0), layout.parts().get(p));
      }
    }
    return encoder.toKey();
  }

  @Override
  public @Nullable Batch next() {
    paused = false;
    state.context().checkAlive();
    if (point != null) {
      Key key = point;
      point = null;
      return lookUp(key);
    }
    while (remaining > 0 && (cursor != null || nextRange < ranges.size())) {
      if (examined >= pauseRows) {
        examined = 0;
        paused = true;
        return null;
      }
      state.context().checkAlive();
      Batch rows = pointRanges ? lookUpMany() : read();
      Evaluator residual = spec.residual();
      if (residual != null && !rows.isEmpty()) {
        filter(rows, residual);
      }
      if (!rows.isEmpty()) {
        if (rows.size() > remaining) {
          rows.slice(0, (int) remaining);
        }
        remaining -= rows.size();
        return rows;
      }
    }
    return null;
  }

  private @Nullable Batch lookUp(Key key) {
    if (!reader.get(key, spec.locks().rows(), payload)) {
      return null;
    }
    Batch rows = emptyBatch(1);
    decoder.decode(key, payload, rows, 0);
    rows.setRowCount(1);
    Evaluator residual = spec.residual();
    if (residual != null) {
      filter(rows, residual);
    }
    return rows.isEmpty() ? null : rows;
  }

  private Batch lookUpMany() {
    int end = Math.min(ranges.size(), nextRange + batchRows);
    List<Key> keys = new ArrayList<>(end - nextRange);
    for (int i = nextRange; i < end; i++) {
      keys.add(ranges.get(i).start());
    }
    nextRange = end;
    List<byte @Nullable []> found = reader.getAll(keys, spec.locks().rows());
    Batch rows = emptyBatch(keys.size());
    int row = 0;
    for (int i = 0; i < found.size(); i++) {
      byte[] bytes = found.get(i);
      if (bytes != null) {
        decoder.decode(keys.get(i), bytes, rows, row++);
      }
    }
    rows.setRowCount(row);
    growBatches();
    return rows;
  }

  private Batch read() {
    long most = Math.min(batchRows, spec.residual() == null ? remaining : batchRows);
    Batch rows = emptyBatch((int) most);
    boolean foreign = spec.format().layout().holdsForeignRows();
    int row = 0;
    long bytes = 0;
    while (row < most && bytes < BATCH_BYTES) {
      KvCursor current = cursor();
      if (current == null) {
        break;
      }
      if (!current.next()) {
        current.close();
        cursor = null;
        continue;
      }
      if (foreign && !isOurs(current)) {
        continue;
      }
      decoder.decode(current.key(), current.value(), rows, row);
      bytes += current.value().length();
      row++;
    }
    rows.setRowCount(row);
    examined += row;
    if (pauseRows != Long.MAX_VALUE && cursor != null && row > 0) {
      ByteSlice key = cursor.key();
      lastKey = Key.copyOf(key.array(), key.offset(), key.length());
    }
    growBatches();
    return rows;
  }

  private boolean isOurs(KvCursor current) {
    KeyWalker walker = decoder.walker();
    KeyWalker.Owner owner = walker.walk(current.key());
    if (owner == KeyWalker.Owner.OURS) {
      foreignInARow = 0;
      return true;
    }
    if (++foreignInARow >= FOREIGN_BEFORE_SKIP) {
      foreignInARow = 0;
      state.context().checkAlive();
      Key target = walker.skipTarget(current.key(), owner, spec.reverse());
      if (target != null) {
        current.skipTo(target);
      }
    }
    return false;
  }

  private @Nullable KvCursor cursor() {
    if (cursor == null && nextRange < ranges.size()) {
      boolean exact = spec.residual() == null && !spec.format().layout().holdsForeignRows();
      long limit = exact ? remaining : Long.MAX_VALUE;
      lastKey = null;
      cursor =
          reader.scan(
              new ScanRequest(
                  ranges.get(nextRange++),
                  spec.reverse(),
                  spec.locks().ranges(),
                  limit,
                  spec.whole() && remaining == Long.MAX_VALUE));
    }
    return cursor;
  }

  private Batch emptyBatch(int rows) {
    Batch current = batch;
    if (current == null) {
      current = Batch.create(spec.format().types(), rows);
      batch = current;
    } else {
      current.prepare(rows);
    }
    return current;
  }

  private void filter(Batch rows, Evaluator residual) {
    if (kept.length < rows.size()) {
      kept = new int[rows.size()];
    }
    int size = residual.filter(rows, rows.selection(), rows.size(), kept, state);
    rows.select(kept, size);
  }

  private void growBatches() {
    batchRows = Math.min(Batch.ROWS_MAX, batchRows * 4);
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
    nextRange = ranges.size();
    point = null;
  }
}
