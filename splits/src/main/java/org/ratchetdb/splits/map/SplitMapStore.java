package org.ratchetdb.splits.map;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.splits.map.proto.SplitsProto.SplitMapRecord;
import org.ratchetdb.splits.map.proto.SplitsProto.SplitOriginCode;
import org.ratchetdb.splits.map.proto.SplitsProto.SplitRecord;
import org.ratchetdb.storage.api.KvStore;

/** Keeps the split map in the meta family of a store. Thread-safe. */
public final class SplitMapStore {
  /** Every key of the meta family that begins with this belongs to the splits module. */
  public static final Key PREFIX = Key.wrap("splits/".getBytes(US_ASCII));

  private static final Key MAP = Key.wrap("splits/map".getBytes(US_ASCII));
  private static final int FORMAT = 1;

  private final KvStore store;

  public SplitMapStore(KvStore store) {
    this.store = store;
  }

  /** The stored map; a store without one gets the initial map, which is stored at once. */
  public SplitMap loadOrCreate(long nowMicros) {
    byte[] record = store.getMeta(MAP);
    if (record != null) {
      return decode(record);
    }
    SplitMap initial = SplitMap.initial(nowMicros);
    save(initial);
    return initial;
  }

  /** The stored map; fails with {@code CORRUPT_DATA} when it is not there or damaged. */
  public SplitMap load() {
    byte[] record = store.getMeta(MAP);
    if (record == null) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "The split map is not there");
    }
    return decode(record);
  }

  /** Replaces the stored map; durable when it returns. */
  public void save(SplitMap map) {
    store.putMeta(MAP, encode(map));
  }

  static byte[] encode(SplitMap map) {
    SplitMapRecord.Builder record =
        SplitMapRecord.newBuilder()
            .setFormat(FORMAT)
            .setVersion(map.version())
            .setNextSplitId(map.nextId());
    for (Split split : map.splits()) {
      record.addSplits(
          SplitRecord.newBuilder()
              .setId(split.id().value())
              .setStart(ByteString.copyFrom(split.range().start().unsafeBytes()))
              .setSinceMicros(split.sinceMicros())
              .setOrigin(code(split.origin())));
    }
    return record.build().toByteArray();
  }

  static SplitMap decode(byte[] bytes) {
    try {
      SplitMapRecord record = SplitMapRecord.parseFrom(bytes);
      if (record.getFormat() != FORMAT) {
        throw new DbException(
                ErrorCode.FAILED_PRECONDITION,
                "The split map was written in a format that this version does not know")
            .with("format", record.getFormat());
      }
      return SplitMap.of(record.getVersion(), record.getNextSplitId(), splits(record));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new DbException(ErrorCode.CORRUPT_DATA, "The stored split map is damaged", e);
    }
  }

  private static List<Split> splits(SplitMapRecord record) {
    List<Split> splits = new ArrayList<>();
    for (int i = 0; i < record.getSplitsCount(); i++) {
      SplitRecord split = record.getSplits(i);
      Key end =
          i + 1 < record.getSplitsCount()
              ? Key.wrap(record.getSplits(i + 1).getStart().toByteArray())
              : null;
      splits.add(
          new Split(
              new SplitId(split.getId()),
              new KeyRange(Key.wrap(split.getStart().toByteArray()), end),
              split.getSinceMicros(),
              origin(split.getOrigin())));
    }
    return splits;
  }

  private static SplitOriginCode code(SplitOrigin origin) {
    return switch (origin) {
      case INITIAL -> SplitOriginCode.ORIGIN_INITIAL;
      case SIZE -> SplitOriginCode.ORIGIN_SIZE;
      case LOAD -> SplitOriginCode.ORIGIN_LOAD;
      case USER -> SplitOriginCode.ORIGIN_USER;
    };
  }

  private static SplitOrigin origin(SplitOriginCode code) {
    return switch (code) {
      case ORIGIN_INITIAL -> SplitOrigin.INITIAL;
      case ORIGIN_SIZE -> SplitOrigin.SIZE;
      case ORIGIN_LOAD -> SplitOrigin.LOAD;
      case ORIGIN_USER -> SplitOrigin.USER;
      case ORIGIN_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("Unknown origin of a split");
    };
  }
}
