package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file in RocksDB's log format (the write-ahead log, the manifest) on its own, to tell a
 * damaged record from the end of the log. RocksDB takes the first record that it cannot read for
 * the end, since a crash may have left half a record there, and goes on without all that follows:
 * after a flipped bit in the middle, acknowledged commits would be gone without a word.
 *
 * <pre>
 *   file    blocks of 32 KiB; a record never crosses a block; zeros fill what is too short for a header
 *   record  | masked CRC32C, 4 | length, 2 | type, 1 |                | payload |   types 1 to 4
 *           | masked CRC32C, 4 | length, 2 | type, 1 | log number, 4  | payload |   types 5 to 8: recycled files
 *   the checksum is over type, log number and payload; numbers are little-endian
 * </pre>
 *
 * The end of a recycled file is where a record of the file's earlier life, with another log number,
 * or half of one, begins. A place that cannot be read is damage when a record of this log follows
 * further on, or when one flipped bit explains it; else it is the torn end of a crash.
 *
 * <p>Owned by one thread.
 */
final class LogFileScan {
  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int RECYCLED_HEADER_BYTES = 11;
  private static final int CHECKED_FROM = 6;
  private static final int FIRST_RECYCLED_TYPE = 5;
  private static final int LAST_RECYCLED_TYPE = 8;
  private static final int CRC_MASK_DELTA = 0xa282ead8;

  /** CRC32C of one byte, without the inversions, which cancel out between two of them. */
  private static final int[] CRC_TABLE = crcTable();

  private final Path file;
  private final boolean recycled;
  private final int logNumber;
  private final byte[] block = new byte[BLOCK_BYTES];
  private final ByteBuffer view = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C crc = new CRC32C();
  private int blockLength;

  private LogFileScan(Path file, boolean recycled, long logNumber) {
    this.file = file;
    this.recycled = recycled;
    this.logNumber = (int) logNumber;
  }

  /**
   * Looks for damage in a write-ahead log.
   *
   * @param logNumber the number in the file's name
   * @return where it is and why it is damage, or null
   */
  static @Nullable String ofLog(Path file, long logNumber) throws IOException {
    return new LogFileScan(file, true, logNumber).run();
  }

  /** As {@link #ofLog}, for a manifest. */
  static @Nullable String ofManifest(Path file) throws IOException {
    return new LogFileScan(file, false, 0).run();
  }

  private @Nullable String run() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long at = 0;
      int offset = 0;
      while (readBlock(channel, at)) {
        offset = skipValid(offset);
        if (offset < 0) {
          at += BLOCK_BYTES;
          offset = 0;
          continue;
        }
        if (isEarlierLife(offset)) {
          return null;
        }
        String repair = oneBitOff(offset);
        if (repair != null) {
          return "byte " + (at + offset) + ": " + repair;
        }
        long later = findLater(channel, at, offset);
        if (later < 0) {
          return null;
        }
        // Whoever writes the log may have come so far only now.
        readBlock(channel, at);
        if (skipValid(offset) == offset) {
          return "byte " + (at + offset) + ": unreadable, but the log goes on at byte " + later;
        }
      }
      return null;
    }
  }

  /** Reads a block; false at the end of the file. */
  private boolean readBlock(FileChannel channel, long at) throws IOException {
    ByteBuffer into = ByteBuffer.wrap(block);
    int total = 0;
    while (into.hasRemaining()) {
      int count = channel.read(into, at + total);
      if (count < 0) {
        break;
      }
      total += count;
    }
    blockLength = total;
    return total > 0;
  }

  /** The first offset that holds no valid record of this log; -1 when the block is used up. */
  private int skipValid(int from) {
    int offset = from;
    while (offset + HEADER_BYTES <= blockLength) {
      int length = validLength(offset);
      if (length < 0) {
        return isPadding(offset) ? -1 : offset;
      }
      offset += length;
    }
    boolean whole = blockLength == BLOCK_BYTES;
    return whole || offset == blockLength ? -1 : offset;
  }

  /**
   * A header of a recycled file may not fit where a shorter one would; then zeros fill the block.
   */
  private boolean isPadding(int offset) {
    if (blockLength != BLOCK_BYTES || BLOCK_BYTES - offset >= RECYCLED_HEADER_BYTES) {
      return false;
    }
    for (int i = offset; i < BLOCK_BYTES; i++) {
      if (block[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Length of the valid record of this log at the offset, header included, or -1. */
  private int validLength(int offset) {
    if (offset + HEADER_BYTES > blockLength) {
      return -1;
    }
    int header = headerBytes(type(offset));
    if (offset + header > blockLength) {
      return -1;
    }
    int end = offset + header + length(offset);
    boolean ours =
        type(offset) != 0 && end <= blockLength && (header == HEADER_BYTES || isOurs(offset));
    return ours && storedCrc(offset) == crc(offset, end) ? end - offset : -1;
  }

  private static int headerBytes(int type) {
    boolean hasNumber =
        (type >= FIRST_RECYCLED_TYPE && type <= LAST_RECYCLED_TYPE) || type == 11 || type == 131;
    return hasNumber ? RECYCLED_HEADER_BYTES : HEADER_BYTES;
  }

  private int type(int offset) {
    return block[offset + 6] & 0xFF;
  }

  private int length(int offset) {
    return view.getShort(offset + 4) & 0xFFFF;
  }

  private boolean isOurs(int offset) {
    return view.getInt(offset + HEADER_BYTES) == logNumber;
  }

  private int storedCrc(int offset) {
    int rotated = view.getInt(offset) - CRC_MASK_DELTA;
    return (rotated >>> 17) | (rotated << 15);
  }

  private int crc(int offset, int end) {
    crc.reset();
    crc.update(block, offset + CHECKED_FROM, end - offset - CHECKED_FROM);
    return (int) crc.getValue();
  }

  /** Whether a sound record of the file's earlier life follows, so that this one has ended. */
  private boolean isEarlierLife(int offset) {
    if (!recycled
        || offset + RECYCLED_HEADER_BYTES > blockLength
        || headerBytes(type(offset)) != RECYCLED_HEADER_BYTES
        || isOurs(offset)) {
      return false;
    }
    int end = offset + RECYCLED_HEADER_BYTES + length(offset);
    return end <= blockLength && storedCrc(offset) == crc(offset, end);
  }

  // ---- after a place that cannot be read

  /** Where a valid record of this log begins behind the offset, or -1. */
  private long findLater(FileChannel channel, long at, int offset) throws IOException {
    long blockAt = at;
    int from = offset + 1;
    while (readBlock(channel, blockAt)) {
      for (int i = from; i + HEADER_BYTES <= blockLength; i++) {
        if (mayBegin(i) && validLength(i) > 0) {
          return blockAt + i;
        }
      }
      blockAt += BLOCK_BYTES;
      from = 0;
    }
    return -1;
  }

  /** What can be said without a checksum, so that few places need one. */
  private boolean mayBegin(int offset) {
    int type = type(offset);
    if (recycled) {
      return headerBytes(type) == RECYCLED_HEADER_BYTES
          && offset + RECYCLED_HEADER_BYTES <= blockLength
          && isOurs(offset);
    }
    return type >= 1 && type < FIRST_RECYCLED_TYPE && length(offset) > 0;
  }

  /** Which single bit would make the record at the offset a valid one of this log, in words. */
  private @Nullable String oneBitOff(int offset) {
    if (offset + HEADER_BYTES > blockLength) {
      return null;
    }
    for (int bit = 0; bit < HEADER_BYTES * 8; bit++) {
      flip(offset + bit / 8, bit % 8);
      boolean valid = mayBegin(offset) && validLength(offset) > 0;
      flip(offset + bit / 8, bit % 8);
      if (valid) {
        return "a bit of a record's header has changed";
      }
    }
    return payloadBitOff(offset);
  }

  private void flip(int at, int bit) {
    block[at] ^= (byte) (1 << bit);
  }

  /**
   * Whether one bit behind the header explains the checksum. What a flipped bit does to a CRC
   * depends only on how many bytes follow it, so all bits are tried in one walk from the end.
   */
  private @Nullable String payloadBitOff(int offset) {
    int header = headerBytes(type(offset));
    int end = offset + header + length(offset);
    if (type(offset) == 0 || end > blockLength || (recycled && header == HEADER_BYTES)) {
      return null;
    }
    int difference = storedCrc(offset) ^ crc(offset, end);
    int[] effects = new int[8];
    for (int bit = 0; bit < 8; bit++) {
      effects[bit] = CRC_TABLE[1 << bit];
    }
    for (int at = end - 1; at >= offset + HEADER_BYTES; at--) {
      for (int bit = 0; bit < 8; bit++) {
        if (effects[bit] == difference && isOursWith(offset, at, bit)) {
          return "a bit of a record has changed, at byte " + (at - offset) + " of it";
        }
        effects[bit] = CRC_TABLE[effects[bit] & 0xFF] ^ (effects[bit] >>> 8);
      }
    }
    return null;
  }

  private boolean isOursWith(int offset, int at, int bit) {
    if (!recycled) {
      return true;
    }
    flip(at, bit);
    boolean ours = isOurs(offset);
    flip(at, bit);
    return ours;
  }

  private static int[] crcTable() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int value = i;
      for (int bit = 0; bit < 8; bit++) {
        value = (value & 1) == 0 ? value >>> 1 : (value >>> 1) ^ 0x82F63B78;
      }
      table[i] = value;
    }
    return table;
  }
}
