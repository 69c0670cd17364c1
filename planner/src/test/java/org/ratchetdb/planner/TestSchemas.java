package org.ratchetdb.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** Schemas written down in a line per table. */
final class TestSchemas {
  private TestSchemas() {}

  static Column column(int id, String name, SqlType type, boolean notNull) {
    return new Column(
        id, name, type, 0, type.toString(), notNull, null, null, false, null, false, false);
  }

  /** Singers(SingerId, Name, Age, Score) with indexes by Name, by Age storing Name, and more. */
  static Schema singers() {
    List<Column> columns = new ArrayList<>();
    columns.add(column(1, "SingerId", SqlType.INT64, true));
    columns.add(column(2, "Name", SqlType.STRING, false));
    columns.add(column(3, "Age", SqlType.INT64, false));
    columns.add(column(4, "Score", SqlType.FLOAT64, false));
    columns.add(column(5, "Email", SqlType.STRING, true));
    Table singers = new Table(1, "Singers", columns, List.of(new KeyPart(1, false, true)), null, 6);
    Table albums =
        new Table(
            2,
            "Albums",
            List.of(
                column(1, "SingerId", SqlType.INT64, true),
                column(2, "AlbumId", SqlType.INT64, true),
                column(3, "Title", SqlType.STRING, false)),
            List.of(new KeyPart(1, false, true), new KeyPart(2, true, false)),
            new org.ratchetdb.catalog.model.Interleave(1, true, true),
            4);
    return new Schema(
        Dialect.GOOGLE_STANDARD_SQL,
        1,
        CommitTimestamp.ZERO,
        10,
        List.of(singers, albums),
        List.of(
            index(3, "SingersByName", List.of(2), List.of(), false, false),
            index(4, "SingersByAge", List.of(3), List.of(2), false, false),
            index(5, "SingersByEmail", List.of(5), List.of(), true, false),
            index(6, "SingersByNameFiltered", List.of(2, 3), List.of(), false, true)),
        List.of(),
        Map.of());
  }

  private static Index index(
      int id,
      String name,
      List<Integer> columnIds,
      List<Integer> stored,
      boolean unique,
      boolean nullFiltered) {
    return new Index(
        id,
        name,
        1,
        columnIds.stream().map(c -> new KeyPart(c, false, true)).toList(),
        stored,
        unique,
        nullFiltered ? columnIds : List.of(),
        nullFiltered,
        null,
        IndexState.READ_WRITE);
  }
}
