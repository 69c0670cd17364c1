package org.ratchetdb.engine.stats;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.engine.stats.proto.StatisticsProto.ColumnRecord;
import org.ratchetdb.engine.stats.proto.StatisticsProto.TableRecord;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.storage.api.KvStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What ANALYZE found, as one record of the meta family for each table. Thread-safe. */
final class StatisticsRecords {
  private static final Logger LOG = LoggerFactory.getLogger(StatisticsRecords.class);
  private static final int FORMAT = 1;
  private static final byte[] PREFIX = "statistics/table/".getBytes(StandardCharsets.US_ASCII);

  private final KvStore store;

  StatisticsRecords(KvStore store) {
    this.store = store;
  }

  /**
   * What was found in a table.
   *
   * @param rows in the table
   * @param sampledRows what a sample of the same time made of them
   * @param columns by their ids
   */
  record Analyzed(long rows, long sampledRows, Map<Integer, ColumnStatistics> columns) {}

  /** By table id. What cannot be read is left out: plans do without. */
  Map<Integer, Analyzed> all() {
    Map<Integer, Analyzed> all = new HashMap<>();
    store.scanMeta(
        KeyRange.prefix(Key.copyOf(PREFIX)),
        (key, value) -> {
          Analyzed found = decode(value);
          if (found != null && key.length() == PREFIX.length + Integer.BYTES) {
            all.put(ByteBuffer.wrap(key.unsafeBytes()).getInt(PREFIX.length), found);
          }
        });
    return all;
  }

  void put(int tableId, Analyzed found) {
    TableRecord.Builder record =
        TableRecord.newBuilder()
            .setFormat(FORMAT)
            .setRows(found.rows)
            .setSampledRows(found.sampledRows);
    found.columns.forEach(
        (id, column) -> {
          ColumnRecord.Builder of =
              ColumnRecord.newBuilder()
                  .setColumnId(id)
                  .setNullFraction(column.nullFraction())
                  .setDistinctValues(column.distinctValues());
          for (double bound : column.bounds()) {
            of.addBounds(bound);
          }
          record.addColumns(of);
        });
    store.putMeta(key(tableId), record.build().toByteArray());
  }

  void remove(int tableId) {
    store.putMeta(key(tableId), null);
  }

  private static Key key(int tableId) {
    byte[] bytes = Arrays.copyOf(PREFIX, PREFIX.length + Integer.BYTES);
    ByteBuffer.wrap(bytes).putInt(PREFIX.length, tableId);
    return Key.wrap(bytes);
  }

  private static @Nullable Analyzed decode(byte[] bytes) {
    TableRecord record;
    try {
      record = TableRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("The statistics of a table cannot be read and are ignored", e);
      return null;
    }
    if (record.getFormat() != FORMAT) {
      return null;
    }
    Map<Integer, ColumnStatistics> columns = new HashMap<>();
    for (ColumnRecord column : record.getColumnsList()) {
      double[] bounds = column.getBoundsList().stream().mapToDouble(Double::doubleValue).toArray();
      columns.put(
          column.getColumnId(),
          new ColumnStatistics(column.getNullFraction(), column.getDistinctValues(), bounds));
    }
    return new Analyzed(record.getRows(), record.getSampledRows(), Map.copyOf(columns));
  }
}
