package org.ratchetdb.storage.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.KeyRange;

/**
 * Rows as text, {@code a=1 b=2}: the columns are letters. A column's value may hold a timestamp.
 */
public final class TextRows implements PayloadMerger {
  public static final TextRows MERGER = new TextRows();

  private static final int[] NO_STAMPS = new int[0];

  private TextRows() {}

  /** The cells of some columns, given as letters; the existence is a star. */
  public static long cells(String columns) {
    long cells = 0;
    for (int i = 0; i < columns.length(); i++) {
      char column = columns.charAt(i);
      cells |= column == '*' ? Cells.EXISTENCE : Cells.column(column);
    }
    return cells;
  }

  public static CellLocks shared(String columns) {
    return new CellLocks(cells(columns), 0, false);
  }

  public static CellLocks exclusive(String columns) {
    return new CellLocks(Cells.EXISTENCE, cells(columns), true);
  }

  public static CellLocks binding(String columns) {
    return new CellLocks(cells(columns), 0, true);
  }

  /** Writes the columns named in {@code a=1 b=2}. */
  public static void update(KvTransaction transaction, String key, String patch) {
    StringBuilder columns = new StringBuilder();
    parse(patch).keySet().forEach(columns::append);
    transaction.update(
        StoreFixture.key(key), patch.getBytes(UTF_8), NO_STAMPS, cells(columns.toString()));
  }

  /** Reads columns of a row with shared locks on them and on its existence. */
  public static String read(KvReader reader, String key, String columns) {
    ByteSlice into = new ByteSlice();
    return reader.get(StoreFixture.key(key), shared("*" + columns), into)
        ? StoreFixture.text(into)
        : "";
  }

  /** The value of a column of a row. */
  public static String value(String row, String column) {
    return parse(row).getOrDefault(column, "");
  }

  public static ScanRequest scan(KeyRange range, String columns, boolean whole) {
    return new ScanRequest(range, false, shared("*" + columns), Long.MAX_VALUE, whole);
  }

  private static Map<String, String> parse(String row) {
    Map<String, String> columns = new TreeMap<>();
    for (String cell : row.isEmpty() ? new String[0] : row.split(" ", -1)) {
      int equals = cell.indexOf('=');
      columns.put(cell.substring(0, equals), cell.substring(equals + 1));
    }
    return columns;
  }

  @Override
  public Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps) {
    ByteSlice over = new ByteSlice();
    over.set(patch, 0, patch.length);
    // Latin-1 keeps the bytes of a timestamp as they are.
    Map<String, String> merged = new TreeMap<>();
    List<String> stamped = new ArrayList<>();
    add(base, baseStamps, merged, stamped);
    add(over, patchStamps, merged, stamped);
    StringBuilder text = new StringBuilder();
    List<Integer> stamps = new ArrayList<>();
    merged.forEach(
        (column, value) -> {
          text.append(text.length() == 0 ? "" : " ").append(column).append('=');
          if (stamped.contains(column)) {
            stamps.add(text.length());
          }
          text.append(value);
        });
    return new Merged(
        text.toString().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
        stamps.stream().mapToInt(Integer::intValue).toArray());
  }

  private static void add(
      ByteSlice row, int[] stamps, Map<String, String> merged, List<String> stamped) {
    String text =
        new String(
            row.array(), row.offset(), row.length(), java.nio.charset.StandardCharsets.ISO_8859_1);
    Map<String, String> columns = parse(text);
    merged.putAll(columns);
    stamped.removeAll(columns.keySet());
    for (int stamp : stamps) {
      stamped.add(text.substring(stamp - 2, stamp - 1));
    }
  }

  @Override
  public long changedCells(ByteSlice before, ByteSlice after) {
    Map<String, String> old = parse(StoreFixture.text(before));
    Map<String, String> changed = parse(StoreFixture.text(after));
    long cells = 0;
    for (Map<String, String> one : List.of(old, changed)) {
      for (String column : one.keySet()) {
        if (!old.getOrDefault(column, "").equals(changed.getOrDefault(column, ""))) {
          cells |= cells(column);
        }
      }
    }
    return cells;
  }
}
