package org.ratchetdb.engine.ddl;

import com.google.common.base.Utf8;
import com.google.common.collect.MapMaker;
import java.util.Map;
import org.ratchetdb.catalog.ddl.DdlPrinter;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Keeps the DDL of a whole schema below Spanner's limit. Only objects that a change has made or
 * altered are printed: the size of the others is remembered. Thread-safe.
 */
final class SchemaTextSize {
  /** Bytes in UTF-8 of all statements. */
  static final long BYTES_MAX = 10L << 20;

  /** By the identity of tables and indexes, which schemas share. */
  private final Map<Object, Integer> sizes = new MapMaker().weakKeys().makeMap();

  /** Fails when a change would make the schema too large; a change that makes it smaller may. */
  void check(Schema before, Schema after) {
    long bytes = of(after);
    if (bytes > BYTES_MAX && bytes > of(before)) {
      throw new DbException(
          ErrorCode.SCHEMA_LIMIT_EXCEEDED,
          "Total DDL size of the schema of "
              + bytes
              + " bytes exceeds maximum allowed size of "
              + BYTES_MAX);
    }
  }

  private long of(Schema schema) {
    DdlPrinter printer = new DdlPrinter(schema);
    long bytes = 0;
    for (Table table : schema.tables()) {
      bytes += sizes.computeIfAbsent(table, t -> Utf8.encodedLength(printer.table(table)));
    }
    for (Index index : schema.indexes()) {
      bytes += sizes.computeIfAbsent(index, i -> Utf8.encodedLength(printer.index(index)));
    }
    return bytes;
  }
}
