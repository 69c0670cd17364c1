package org.ratchetdb.jdbc.backend;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.TypeKind;

/**
 * The columns of a result, made once per prepared statement and shared by all its executions.
 * Immutable but for the label index, which is built when first asked for; sharing it between
 * threads is safe because building it twice gives the same.
 */
public final class RowShape {
  public static final RowShape EMPTY = new RowShape(List.of());

  private final List<Column> columns;
  private final TypeKind[] kinds;
  private volatile @Nullable Map<String, Integer> byLabel;

  public RowShape(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.kinds = columns.stream().map(c -> c.type().kind()).toArray(TypeKind[]::new);
  }

  public List<Column> columns() {
    return columns;
  }

  public int size() {
    return kinds.length;
  }

  /** Column by its number from 0. */
  public Column column(int index) {
    return columns.get(index);
  }

  public TypeKind kind(int index) {
    return kinds[index];
  }

  /** Number from 0 of the first column with that label, whatever its case; -1 without one. */
  public int find(String label) {
    Map<String, Integer> index = byLabel;
    if (index == null) {
      index = new HashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        index.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i);
        index.putIfAbsent(columns.get(i).name(), i);
      }
      byLabel = index;
    }
    Integer exact = index.get(label);
    if (exact != null) {
      return exact;
    }
    return index.getOrDefault(label.toLowerCase(Locale.ROOT), -1);
  }
}
