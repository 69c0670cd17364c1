package org.ratchetdb.tests.simulation.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.mvcc.RetainedHistory;
import org.ratchetdb.storage.mvcc.WriteSet;

/** What is written to the log at once, whole or not at all. */
public sealed interface LogRecord {
  /** A group of commits. */
  record Group(List<Commit> commits) implements LogRecord {}

  /** Timestamps up to this one are spent. */
  record Reserved(long micros) implements LogRecord {}

  /** How much history is kept from now on. */
  record Retained(RetainedHistory history) implements LogRecord {}

  /** A range is gone, with its history. */
  record Dropped(KeyRange range) implements LogRecord {}

  /** A write of a key as it was buffered; a null payload deletes. */
  final class Write {
    final Key key;
    final byte @Nullable [] payload;
    final int[] stampOffsets;
    final WriteSet.Kind kind;

    Write(Key key, byte @Nullable [] payload, int[] stampOffsets, WriteSet.Kind kind) {
      this.kind = kind;
      this.key = key;
      this.payload = payload == null ? null : payload.clone();
      this.stampOffsets = stampOffsets;
    }

    public Key key() {
      return key;
    }

    public byte @Nullable [] payload() {
      return payload;
    }

    /** Whether the payload holds some cells only. */
    public boolean isPatch() {
      return kind == WriteSet.Kind.PATCH;
    }
  }

  /** A put under a key that holds the commit timestamp, with its template as the key. */
  record StampedWrite(StampedKey key, Write write) {}

  /** A commit, from which it can be done again. */
  final class Commit implements WriteSet {
    private final List<Write> data = new ArrayList<>();
    private final List<StampedWrite> stamped = new ArrayList<>(0);
    private final List<Write> meta = new ArrayList<>();
    private final PayloadMerger merger;
    private final long bytes;
    private long micros;

    Commit(WriteSet writes, PayloadMerger merger) {
      this.merger = merger;
      this.bytes = writes.bytes();
      writes.forEachData(
          (key, payload, stamps, kind) -> data.add(new Write(key, payload, stamps, kind)));
      writes.forEachStamped(
          (key, payload, stamps) ->
              stamped.add(
                  new StampedWrite(
                      key, new Write(key.template(), payload, stamps, WriteSet.Kind.NEW))));
      writes.forEachMeta(
          (key, payload) -> meta.add(new Write(key, payload, new int[0], WriteSet.Kind.WHOLE)));
    }

    public long micros() {
      return micros;
    }

    PayloadMerger merger() {
      return merger;
    }

    void setMicros(long newMicros) {
      micros = newMicros;
    }

    public List<Write> data() {
      return data;
    }

    public List<StampedWrite> stamped() {
      return stamped;
    }

    @Override
    public int size() {
      return data.size() + stamped.size();
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public void forEachData(DataVisitor visitor) {
      for (Write write : data) {
        byte[] payload = write.payload;
        visitor.write(
            write.key,
            payload == null ? null : payload.clone(),
            write.stampOffsets.clone(),
            write.kind);
      }
    }

    @Override
    public void forEachStamped(StampedVisitor visitor) {
      for (StampedWrite each : stamped) {
        Write write = each.write;
        byte[] payload = java.util.Objects.requireNonNull(write.payload);
        visitor.write(each.key, payload.clone(), write.stampOffsets.clone());
      }
    }

    @Override
    public void forEachMeta(Visitor visitor) {
      for (Write write : meta) {
        visitor.write(write.key, write.payload);
      }
    }
  }
}
