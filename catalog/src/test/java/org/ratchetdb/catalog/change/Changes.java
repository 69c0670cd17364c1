package org.ratchetdb.catalog.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.List;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.InterleaveSpec;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.catalog.spec.TableSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/** Shorthand for the tests of changes. */
final class Changes {
  static final Schema EMPTY = Schema.empty(Dialect.GOOGLE_STANDARD_SQL);
  static final Schema EMPTY_PG = Schema.empty(Dialect.POSTGRESQL);

  private Changes() {}

  static ColumnSpec int64(String name) {
    return ColumnSpec.plain(name, SqlType.INT64, null, "INT64");
  }

  static ColumnSpec string(String name) {
    return ColumnSpec.plain(name, SqlType.STRING, null, "STRING(MAX)");
  }

  static ColumnSpec string(String name, long length) {
    return ColumnSpec.plain(name, SqlType.STRING, length, "STRING(" + length + ")");
  }

  static ColumnSpec timestamp(String name) {
    return ColumnSpec.plain(name, SqlType.TIMESTAMP, null, "TIMESTAMP");
  }

  static TableSpec table(String name, List<ColumnSpec> columns, String... key) {
    return new TableSpec(
        name, columns, Arrays.stream(key).map(KeyPartSpec::ascending).toList(), null);
  }

  static TableSpec child(TableSpec table, String parent) {
    return new TableSpec(
        table.name(), table.columns(), table.primaryKey(), new InterleaveSpec(parent, true, null));
  }

  static Schema createTable(Schema schema, TableSpec table) {
    return new CreateTable(table, false).apply(schema).schema();
  }

  static Schema apply(Schema schema, SchemaChange... changes) {
    Schema current = schema;
    for (SchemaChange change : changes) {
      current = change.apply(current).schema();
    }
    return current;
  }

  static SchemaChange alter(String table, TableChange change) {
    return new AlterTable(table, change, false);
  }

  static Table find(Schema schema, String table) {
    return schema.findTable(table).orElseThrow();
  }

  static DbException refusal(Schema schema, SchemaChange change) {
    DbException refusal = catchThrowableOfType(DbException.class, () -> change.apply(schema));
    assertThat(refusal).as("%s is refused", change).isNotNull();
    return refusal;
  }
}
