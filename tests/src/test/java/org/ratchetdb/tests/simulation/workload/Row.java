package org.ratchetdb.tests.simulation.workload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.storage.api.Cells;

/**
 * A payload of the simulated clients, or a patch of one: some columns, of which the last holds the
 * commit timestamp. Immutable.
 *
 * <p>A value names the attempt that wrote it, up to a slash, and is written only once.
 */
final class Row {
  /** Columns that clients write values to. */
  static final int VALUES = 3;

  /** The column for the commit timestamp. */
  static final int STAMP = VALUES;

  static final int COLUMNS = VALUES + 1;

  /** What the column for the timestamp holds until the commit. */
  static final String PENDING = "@";

  private final @Nullable String[] cells;

  private Row(@Nullable String[] cells) {
    this.cells = cells;
  }

  static Row empty() {
    return new Row(new @Nullable String[COLUMNS]);
  }

  Row with(int column, String value) {
    @Nullable String[] changed = cells.clone();
    changed[column] = value;
    return new Row(changed);
  }

  static Row of(byte[] payload) {
    ByteBuffer buffer = ByteBuffer.wrap(payload);
    @Nullable String[] cells = new @Nullable String[COLUMNS];
    while (buffer.hasRemaining()) {
      int column = buffer.get();
      byte[] bytes = new byte[buffer.get()];
      buffer.get(bytes);
      cells[column] =
          column == STAMP
              ? stamp(ByteBuffer.wrap(bytes).getLong())
              : new String(bytes, StandardCharsets.US_ASCII);
    }
    return new Row(cells);
  }

  private static String stamp(long micros) {
    return micros == 0 ? PENDING : Long.toString(micros);
  }

  byte[] payload() {
    ByteBuffer buffer = ByteBuffer.allocate(size(COLUMNS));
    for (int column = 0; column < COLUMNS; column++) {
      String value = cells[column];
      if (value == null) {
        continue;
      }
      byte[] bytes =
          column == STAMP
              ? ByteBuffer.allocate(Long.BYTES).putLong(micros(value)).array()
              : value.getBytes(StandardCharsets.US_ASCII);
      buffer.put((byte) column).put((byte) bytes.length).put(bytes);
    }
    return buffer.array();
  }

  private static long micros(String stamp) {
    return stamp.equals(PENDING) ? 0 : Long.parseLong(stamp);
  }

  /** Bytes of the columns before one. */
  private int size(int end) {
    int size = 0;
    for (int column = 0; column < end; column++) {
      String value = cells[column];
      if (value != null) {
        size += 2 + (column == STAMP ? Long.BYTES : value.length());
      }
    }
    return size;
  }

  /** Where in the payload the commit timestamp goes. */
  int[] stampOffsets() {
    return PENDING.equals(cells[STAMP]) ? new int[] {size(STAMP) + 2} : new int[0];
  }

  /** With the columns of a patch in place of its own. */
  Row patched(Row patch) {
    @Nullable String[] changed = cells.clone();
    for (int column = 0; column < COLUMNS; column++) {
      if (patch.cells[column] != null) {
        changed[column] = patch.cells[column];
      }
    }
    return new Row(changed);
  }

  /** As it is once it is committed. */
  Row stamped(long micros) {
    return PENDING.equals(cells[STAMP]) ? with(STAMP, Long.toString(micros)) : this;
  }

  /** Microseconds in the column for the commit timestamp; null before the commit. */
  @Nullable String stamp() {
    return cells[STAMP];
  }

  /** The cells it has values for. */
  long cells() {
    long set = 0;
    for (int column = 0; column < COLUMNS; column++) {
      set |= cells[column] == null ? 0 : Cells.column(column);
    }
    return set;
  }

  /** The cells in which it differs from another. */
  long changed(Row other) {
    long set = 0;
    for (int column = 0; column < COLUMNS; column++) {
      if (!java.util.Objects.equals(cells[column], other.cells[column])) {
        set |= Cells.column(column);
      }
    }
    return set;
  }

  /** The attempt that wrote one of its values; null when there is none. */
  @Nullable String writer() {
    for (int column = 0; column < VALUES; column++) {
      String value = cells[column];
      if (value != null) {
        return value.substring(0, value.indexOf('/'));
      }
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof Row row && Arrays.equals(cells, row.cells);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(cells);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int column = 0; column < COLUMNS; column++) {
      if (cells[column] != null) {
        text.append(text.length() == 1 ? "" : " ").append(column).append(':').append(cells[column]);
      }
    }
    return text.append('}').toString();
  }
}
