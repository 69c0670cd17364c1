package org.ratchetdb.engine.ddl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;

/** Where the records of this package lie in the meta family. */
final class MetaKeys {
  static final Key CURRENT_SCHEMA = text("catalog/current");
  static final Key JOB = text("ddl/job");
  private static final Key HISTORY = text("catalog/history/");
  private static final Key GARBAGE = text("ddl/garbage/");

  private MetaKeys() {}

  /** The schema that began at the timestamp and has been replaced. Ascending with time. */
  static Key history(CommitTimestamp since) {
    return append(HISTORY, ByteBuffer.allocate(Long.BYTES).putLong(since.micros()).array());
  }

  static KeyRange historyRange() {
    return KeyRange.prefix(HISTORY);
  }

  static Key garbage(int objectId) {
    return append(GARBAGE, ByteBuffer.allocate(Integer.BYTES).putInt(objectId).array());
  }

  static KeyRange garbageRange() {
    return KeyRange.prefix(GARBAGE);
  }

  private static Key text(String text) {
    return Key.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Key append(Key prefix, byte[] suffix) {
    byte[] bytes = Arrays.copyOf(prefix.unsafeBytes(), prefix.length() + suffix.length);
    System.arraycopy(suffix, 0, bytes, prefix.length(), suffix.length);
    return Key.wrap(bytes);
  }
}
