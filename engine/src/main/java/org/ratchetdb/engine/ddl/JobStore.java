package org.ratchetdb.engine.ddl;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.store.SchemaCodec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.engine.ddl.proto.DdlProto.GarbageRecord;
import org.ratchetdb.engine.ddl.proto.DdlProto.JobRecord;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;

/** Unfinished backfills and dropped objects as records of the meta family. Thread-safe. */
final class JobStore {
  private static final int FORMAT = 1;

  private final KvStore store;

  JobStore(KvStore store) {
    this.store = store;
  }

  /**
   * The unfinished backfill of an index.
   *
   * @param progress key of the last row that is done, or null before the first
   */
  record Backfill(int indexId, @Nullable Key progress, long rowsDone, long startedMicros) {
    Backfill advanced(Key lastRow, int rows) {
      return new Backfill(indexId, lastRow, rowsDone + rows, startedMicros);
    }
  }

  /**
   * Rows or entries of a dropped object.
   *
   * @param schema the last one that had it
   * @param objectId of the table or index
   * @param index whether it is an index
   * @param unread whether nobody could ever read it, so that it may go at once
   */
  record Garbage(Schema schema, int objectId, boolean index, boolean unread) {}

  @Nullable Backfill backfill() {
    byte[] bytes = store.getMeta(MetaKeys.JOB);
    if (bytes == null) {
      return null;
    }
    JobRecord record;
    try {
      record = JobRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw corrupt(e);
    }
    requireFormat(record.getFormat());
    return new Backfill(
        record.getIndexId(),
        record.hasProgress() ? Key.wrap(record.getProgress().toByteArray()) : null,
        record.getRowsDone(),
        record.getStartedMicros());
  }

  void putBackfill(KvTransaction transaction, Backfill backfill) {
    JobRecord.Builder record =
        JobRecord.newBuilder()
            .setFormat(FORMAT)
            .setIndexId(backfill.indexId())
            .setRowsDone(backfill.rowsDone())
            .setStartedMicros(backfill.startedMicros());
    Key progress = backfill.progress();
    if (progress != null) {
      record.setProgress(ByteString.copyFrom(progress.unsafeBytes()));
    }
    transaction.putMeta(MetaKeys.JOB, record.build().toByteArray());
  }

  void removeBackfill(KvTransaction transaction) {
    transaction.putMeta(MetaKeys.JOB, null);
  }

  void putGarbage(KvTransaction transaction, Garbage garbage) {
    GarbageRecord.Builder record =
        GarbageRecord.newBuilder()
            .setFormat(FORMAT)
            .setUnread(garbage.unread())
            .setSchema(ByteString.copyFrom(SchemaCodec.encode(garbage.schema())));
    if (garbage.index()) {
      record.setIndexId(garbage.objectId());
    } else {
      record.setTableId(garbage.objectId());
    }
    transaction.putMeta(MetaKeys.garbage(garbage.objectId()), record.build().toByteArray());
  }

  void removeGarbage(int objectId) {
    store.putMeta(MetaKeys.garbage(objectId), null);
  }

  List<Garbage> garbage() {
    List<byte[]> records = new ArrayList<>();
    store.scanMeta(MetaKeys.garbageRange(), (key, value) -> records.add(value));
    List<Garbage> all = new ArrayList<>();
    for (byte[] bytes : records) {
      all.add(decodeGarbage(bytes));
    }
    return all;
  }

  private static Garbage decodeGarbage(byte[] bytes) {
    GarbageRecord record;
    try {
      record = GarbageRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw corrupt(e);
    }
    requireFormat(record.getFormat());
    Schema schema = SchemaCodec.decode(record.getSchema().toByteArray());
    return switch (record.getObjectCase()) {
      case TABLE_ID -> new Garbage(schema, record.getTableId(), false, record.getUnread());
      case INDEX_ID -> new Garbage(schema, record.getIndexId(), true, record.getUnread());
      case OBJECT_NOT_SET -> throw corrupt(null);
    };
  }

  private static void requireFormat(int format) {
    if (format != FORMAT) {
      throw corrupt(null).with("format", format);
    }
  }

  private static DbException corrupt(@Nullable Throwable cause) {
    return new DbException(
        ErrorCode.CORRUPT_DATA, "The record of a schema change cannot be read", cause);
  }
}
