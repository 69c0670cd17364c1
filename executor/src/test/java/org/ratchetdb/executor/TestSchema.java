package org.ratchetdb.executor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** Builds schemas for tests. */
public final class TestSchema {
  private final Dialect dialect;
  private final List<Table> tables = new ArrayList<>();
  private final List<Index> indexes = new ArrayList<>();
  private int nextId = 1;

  public TestSchema(Dialect dialect) {
    this.dialect = dialect;
  }

  public static Column column(int id, String name, SqlType type) {
    return column(id, name, type, 0, false);
  }

  public static Column column(int id, String name, SqlType type, long lengthMax, boolean notNull) {
    return new Column(
        id, name, type, lengthMax, type.toString(), notNull, null, null, false, null, false, false);
  }

  public static Column generated(int id, String name, SqlType type) {
    return new Column(
        id, name, type, 0, type.toString(), false, null, "sql", true, null, false, false);
  }

  /** A root table whose first columns are the key. */
  public TestSchema table(String name, int keyColumns, Column... columns) {
    return child(name, null, keyColumns, columns);
  }

  /** A table interleaved in another under some rule. */
  public TestSchema child(
      String name, @Nullable Interleave interleave, int keyColumns, Column... columns) {
    boolean google = dialect == Dialect.GOOGLE_STANDARD_SQL;
    List<KeyPart> key =
        Arrays.stream(columns)
            .limit(keyColumns)
            .map(c -> new KeyPart(c.id(), false, google))
            .toList();
    return table(new Table(nextId++, name, List.of(columns), key, interleave, columns.length + 1));
  }

  public TestSchema table(Table table) {
    tables.add(table);
    nextId = Math.max(nextId, table.id() + 1);
    return this;
  }

  public int idOf(String table) {
    return tables.stream().filter(t -> t.name().equals(table)).findFirst().orElseThrow().id();
  }

  /** An index on one column. */
  public TestSchema index(String name, String table, boolean unique, int columnId) {
    return index(name, table, unique, List.of(columnId), List.of(), List.of(), null);
  }

  public TestSchema index(
      String name,
      String table,
      boolean unique,
      List<Integer> columnIds,
      List<Integer> stored,
      List<Integer> notNull,
      @Nullable String interleaveIn) {
    List<KeyPart> parts =
        columnIds.stream()
            .map(id -> new KeyPart(id, false, dialect == Dialect.GOOGLE_STANDARD_SQL))
            .toList();
    indexes.add(
        new Index(
            nextId++,
            name,
            idOf(table),
            parts,
            stored,
            unique,
            notNull,
            false,
            interleaveIn == null ? null : idOf(interleaveIn),
            IndexState.READ_WRITE));
    return this;
  }

  public Schema build() {
    return new Schema(
        dialect, 1, CommitTimestamp.ZERO, nextId, tables, indexes, List.of(), Map.of());
  }
}
