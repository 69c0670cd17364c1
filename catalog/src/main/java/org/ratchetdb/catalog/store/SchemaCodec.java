package org.ratchetdb.catalog.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.store.proto.CatalogProto.ColumnRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.DialectCode;
import org.ratchetdb.catalog.store.proto.CatalogProto.IndexRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.IndexStateCode;
import org.ratchetdb.catalog.store.proto.CatalogProto.InterleaveRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.KeyPartRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.SchemaRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.SequenceRecord;
import org.ratchetdb.catalog.store.proto.CatalogProto.TableRecord;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;

/** A schema as bytes and back. Reading fails with CORRUPT_DATA for anything it does not know. */
public final class SchemaCodec {
  private static final int FORMAT = 1;

  private SchemaCodec() {}

  public static byte[] encode(Schema schema) {
    SchemaRecord.Builder record =
        SchemaRecord.newBuilder()
            .setFormat(FORMAT)
            .setDialect(code(schema.dialect()))
            .setVersion(schema.version())
            .setSinceMicros(schema.since().micros())
            .setNextObjectId(schema.nextObjectId())
            .putAllOptions(schema.options());
    schema.tables().forEach(table -> record.addTables(encode(table)));
    schema.indexes().forEach(index -> record.addIndexes(encode(index)));
    schema.sequences().forEach(sequence -> record.addSequences(encode(sequence)));
    return record.build().toByteArray();
  }

  /** Reads what {@link #encode} wrote, by this or an older release. */
  public static Schema decode(byte[] bytes) {
    SchemaRecord record;
    try {
      record = SchemaRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw corrupt("not a schema", e);
    }
    if (record.getFormat() != FORMAT) {
      throw corrupt("format " + record.getFormat() + ", this release reads " + FORMAT);
    }
    try {
      return new Schema(
          dialect(record.getDialect()),
          record.getVersion(),
          new CommitTimestamp(record.getSinceMicros()),
          record.getNextObjectId(),
          record.getTablesList().stream().map(SchemaCodec::decode).toList(),
          record.getIndexesList().stream().map(SchemaCodec::decode).toList(),
          record.getSequencesList().stream().map(SchemaCodec::decode).toList(),
          record.getOptionsMap());
    } catch (IllegalArgumentException e) {
      // Two objects of one id or name.
      throw corrupt("inconsistent", e);
    }
  }

  private static TableRecord encode(Table table) {
    TableRecord.Builder record =
        TableRecord.newBuilder()
            .setId(table.id())
            .setName(table.name())
            .setNextColumnId(table.nextColumnId());
    table.columns().forEach(column -> record.addColumns(encode(column)));
    table.primaryKey().forEach(part -> record.addPrimaryKey(encode(part)));
    Interleave interleave = table.interleave();
    if (interleave != null) {
      record.setInterleave(
          InterleaveRecord.newBuilder()
              .setParentTableId(interleave.parentTableId())
              .setEnforced(interleave.enforced())
              .setOnDeleteCascade(interleave.onDeleteCascade()));
    }
    return record.build();
  }

  private static Table decode(TableRecord record) {
    return new Table(
        record.getId(),
        record.getName(),
        record.getColumnsList().stream().map(SchemaCodec::decode).toList(),
        keyParts(record.getPrimaryKeyList()),
        record.hasInterleave() ? decode(record.getInterleave()) : null,
        record.getNextColumnId());
  }

  private static Interleave decode(InterleaveRecord record) {
    return new Interleave(
        record.getParentTableId(), record.getEnforced(), record.getOnDeleteCascade());
  }

  private static ColumnRecord encode(Column column) {
    ColumnRecord.Builder record =
        ColumnRecord.newBuilder()
            .setId(column.id())
            .setName(column.name())
            .setType(TypeCodec.encode(column.type()))
            .setLengthMax(column.lengthMax())
            .setDeclaredType(column.declaredType())
            .setNotNull(column.notNull())
            .setStored(column.stored())
            .setHidden(column.hidden())
            .setAllowCommitTimestamp(column.allowCommitTimestamp())
            .addAllGeneratedFrom(column.generatedFrom())
            .addAllDefaultSequenceIds(column.defaultSequenceIds());
    String defaultSql = column.defaultSql();
    if (defaultSql != null) {
      record.setDefaultSql(defaultSql);
    }
    String generatedSql = column.generatedSql();
    if (generatedSql != null) {
      record.setGeneratedSql(generatedSql);
    }
    IdentitySpec identity = column.identity();
    if (identity != null) {
      record.setIdentitySequenceId(identity.sequenceId());
    }
    Value initialValue = column.initialValue();
    if (initialValue != null) {
      record.setInitialValue(ValueCodec.encode(initialValue));
    }
    return record.build();
  }

  private static Column decode(ColumnRecord record) {
    return new Column(
        record.getId(),
        record.getName(),
        TypeCodec.decode(record.getType()),
        record.getLengthMax(),
        record.getDeclaredType(),
        record.getNotNull(),
        record.hasDefaultSql() ? record.getDefaultSql() : null,
        record.hasGeneratedSql() ? record.getGeneratedSql() : null,
        record.getStored(),
        record.hasIdentitySequenceId() ? new IdentitySpec(record.getIdentitySequenceId()) : null,
        record.getHidden(),
        record.getAllowCommitTimestamp(),
        record.getGeneratedFromList(),
        record.getDefaultSequenceIdsList(),
        record.hasInitialValue() ? ValueCodec.decode(record.getInitialValue()) : null);
  }

  private static KeyPartRecord encode(KeyPart part) {
    return KeyPartRecord.newBuilder()
        .setColumnId(part.columnId())
        .setDescending(part.descending())
        .setNullsFirst(part.nullsFirst())
        .build();
  }

  private static List<KeyPart> keyParts(List<KeyPartRecord> records) {
    return records.stream()
        .map(
            record ->
                new KeyPart(record.getColumnId(), record.getDescending(), record.getNullsFirst()))
        .toList();
  }

  private static IndexRecord encode(Index index) {
    IndexRecord.Builder record =
        IndexRecord.newBuilder()
            .setId(index.id())
            .setName(index.name())
            .setTableId(index.tableId())
            .addAllStoredColumnIds(index.storedColumnIds())
            .setUnique(index.unique())
            .addAllNotNullColumnIds(index.notNullColumnIds())
            .setNullFiltered(index.nullFiltered())
            .setState(code(index.state()));
    index.keyParts().forEach(part -> record.addKeyParts(encode(part)));
    Integer interleaveIn = index.interleaveInTableId();
    if (interleaveIn != null) {
      record.setInterleaveInTableId(interleaveIn);
    }
    return record.build();
  }

  private static Index decode(IndexRecord record) {
    return new Index(
        record.getId(),
        record.getName(),
        record.getTableId(),
        keyParts(record.getKeyPartsList()),
        record.getStoredColumnIdsList(),
        record.getUnique(),
        record.getNotNullColumnIdsList(),
        record.getNullFiltered(),
        record.hasInterleaveInTableId() ? record.getInterleaveInTableId() : null,
        state(record.getState()));
  }

  private static SequenceRecord encode(Sequence sequence) {
    return SequenceRecord.newBuilder()
        .setId(sequence.id())
        .setName(sequence.name())
        .setStartCounter(sequence.startCounter())
        .setSkipMin(sequence.skipMin())
        .setSkipMax(sequence.skipMax())
        .setIdentityOwnerTableId(sequence.identityOwnerTableId())
        .build();
  }

  private static Sequence decode(SequenceRecord record) {
    return new Sequence(
        record.getId(),
        record.getName(),
        record.getStartCounter(),
        record.getSkipMin(),
        record.getSkipMax(),
        record.getIdentityOwnerTableId());
  }

  private static DialectCode code(Dialect dialect) {
    return switch (dialect) {
      case GOOGLE_STANDARD_SQL -> DialectCode.DIALECT_GOOGLE_STANDARD_SQL;
      case POSTGRESQL -> DialectCode.DIALECT_POSTGRESQL;
    };
  }

  private static Dialect dialect(DialectCode code) {
    return switch (code) {
      case DIALECT_GOOGLE_STANDARD_SQL -> Dialect.GOOGLE_STANDARD_SQL;
      case DIALECT_POSTGRESQL -> Dialect.POSTGRESQL;
      case DIALECT_UNSPECIFIED, UNRECOGNIZED -> throw corrupt("unknown dialect");
    };
  }

  private static IndexStateCode code(IndexState state) {
    return switch (state) {
      case WRITE_ONLY -> IndexStateCode.INDEX_STATE_WRITE_ONLY;
      case READ_WRITE -> IndexStateCode.INDEX_STATE_READ_WRITE;
    };
  }

  private static IndexState state(IndexStateCode code) {
    return switch (code) {
      case INDEX_STATE_WRITE_ONLY -> IndexState.WRITE_ONLY;
      case INDEX_STATE_READ_WRITE -> IndexState.READ_WRITE;
      case INDEX_STATE_UNSPECIFIED, UNRECOGNIZED -> throw corrupt("unknown index state");
    };
  }

  static DbException corrupt(String what) {
    return corrupt(what, null);
  }

  static DbException corrupt(String what, @Nullable Throwable cause) {
    return new DbException(
        ErrorCode.CORRUPT_DATA, "The stored schema cannot be read: " + what, cause);
  }
}
