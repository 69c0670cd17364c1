package org.ratchetdb.storage.rocksdb;

import java.util.Arrays;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionHeader;

/**
 * Records of a RocksDB write batch, laid out in one array:
 *
 * <pre>
 *   put     | 0x05 | family, varint | key length, varint | key | value length, varint | value |
 *   delete  | 0x04 | family, varint | key length, varint | key |
 * </pre>
 *
 * A batch is a header of 8 bytes sequence (filled in by RocksDB) and 4 bytes record count, little
 * endian, followed by records. Where a value carries the commit timestamp, which is not known yet,
 * its place is remembered. Owned by one thread.
 */
final class RecordBuffer {
  static final int BATCH_HEADER_BYTES = 12;
  private static final int COUNT_OFFSET = 8;
  private static final byte PUT = 0x05;
  private static final byte DELETE = 0x04;
  private static final int VARINT_BYTES_MAX = 5;
  private static final int BYTES_MAX = Integer.MAX_VALUE - 1024;

  private static final int[] NO_STAMPS = new int[0];

  private byte[] bytes;
  private int length;
  private int count;
  private int[] timestampOffsets = new int[2];
  private int timestamps;

  /** Where keys hold timestamps, in their own encoding. */
  private int[] keyStampOffsets = NO_STAMPS;

  private int keyStamps;

  RecordBuffer(long bytesExpected) {
    this.bytes = new byte[(int) Math.min(BYTES_MAX, bytesExpected)];
  }

  int length() {
    return length;
  }

  int count() {
    return count;
  }

  /** Puts a version that begins with the commit and holds its timestamp at some offsets. */
  void putVersion(int family, byte[] key, byte[] payload, int[] stampOffsets) {
    beginVersion(family, key, payload.length);
    for (int offset : stampOffsets) {
      rememberTimestamp(length + offset);
    }
    System.arraycopy(payload, 0, bytes, length, payload.length);
    length += payload.length;
  }

  /** Puts a version under a key that holds the commit's timestamp. */
  void putVersion(int family, StampedKey key, byte[] payload, int[] stampOffsets) {
    byte[] template = key.template().unsafeBytes();
    putVersion(family, template, payload, stampOffsets);
    int keyAt =
        length
            - payload.length
            - VersionHeader.BYTES
            - varintBytes(VersionHeader.BYTES + payload.length)
            - template.length;
    int[] offsets = key.offsets();
    if (keyStamps + offsets.length > keyStampOffsets.length) {
      keyStampOffsets = Arrays.copyOf(keyStampOffsets, 2 * keyStamps + offsets.length);
    }
    for (int offset : offsets) {
      keyStampOffsets[keyStamps++] = keyAt + offset;
    }
  }

  /** Puts an old version that ends with the commit. */
  void putVersion(int family, byte[] key, Version old) {
    beginVersion(family, key, old.payloadLength());
    old.copyPayload(bytes, length);
    length += old.payloadLength();
  }

  private void beginVersion(int family, byte[] key, int payloadLength) {
    beginPut(family, key, VersionHeader.BYTES + payloadLength);
    VersionHeader.write(bytes, length, 0);
    rememberTimestamp(length + VersionHeader.TIMESTAMP_OFFSET);
    length += VersionHeader.BYTES;
  }

  void put(int family, byte[] key, byte[] value) {
    beginPut(family, key, value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  void delete(int family, byte[] key) {
    ensure(1 + 2 * VARINT_BYTES_MAX + (long) key.length);
    begin(DELETE, family, key);
  }

  private void beginPut(int family, byte[] key, int valueLength) {
    ensure(1 + 3 * VARINT_BYTES_MAX + (long) key.length + valueLength);
    begin(PUT, family, key);
    varint(valueLength);
  }

  private void begin(byte tag, int family, byte[] key) {
    bytes[length++] = tag;
    varint(family);
    varint(key.length);
    System.arraycopy(key, 0, bytes, length, key.length);
    length += key.length;
    count++;
  }

  private void varint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private static int varintBytes(int value) {
    int count = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      count++;
    }
    return count;
  }

  private void ensure(long more) {
    long needed = length + more;
    if (needed > BYTES_MAX) {
      throw new OutOfMemoryError("A transaction's writes exceed 2 GiB");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(BYTES_MAX, needed * 2));
    }
  }

  private void rememberTimestamp(int offset) {
    if (timestamps == timestampOffsets.length) {
      timestampOffsets = Arrays.copyOf(timestampOffsets, timestamps * 2);
    }
    timestampOffsets[timestamps++] = offset;
  }

  /** Fills the commit timestamp in wherever it belongs. */
  void assign(long micros) {
    for (int i = 0; i < timestamps; i++) {
      VersionHeader.writeLong(bytes, timestampOffsets[i], micros);
    }
    for (int i = 0; i < keyStamps; i++) {
      StampedKey.resolve(bytes, keyStampOffsets[i], micros);
    }
  }

  void copyTo(byte[] batch, int offset) {
    System.arraycopy(bytes, 0, batch, offset, length);
  }

  /** Writes the header of a batch that holds this many records. */
  static void writeBatchHeader(byte[] batch, int records) {
    for (int i = 0; i < Integer.BYTES; i++) {
      batch[COUNT_OFFSET + i] = (byte) (records >>> (8 * i));
    }
  }
}
