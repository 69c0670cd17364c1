package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timestamp beside the store: every commit at or before it is in the log on disk. Set after each
 * synced write, by a store into memory that the system writes back when it likes, so it costs a
 * commit nothing; after the end of the process it is exact, after a power failure it may be older.
 * It is never ahead of the log, so a store that comes back older than its mark has lost commits
 * that were acknowledged.
 *
 * <pre>
 *   DURABLE   two slots, at 0 and 2048, written in turn: | timestamp, 8 bytes | CRC32C of it, 4 bytes |
 * </pre>
 *
 * Used by one thread at a time.
 */
final class DurableMark {
  static final String FILE = "DURABLE";

  private static final Logger LOG = LoggerFactory.getLogger(DurableMark.class);
  private static final int FILE_BYTES = 4_096;
  private static final int SLOT_BYTES = 2_048;

  private final Path file;
  private final MappedByteBuffer memory;
  private final CRC32C crc = new CRC32C();
  private int slot;
  private boolean broken;

  private DurableMark(Path file, MappedByteBuffer memory) {
    this.file = file;
    this.memory = memory;
  }

  /** Opens the mark of a store, or makes one that says nothing. */
  static DurableMark open(Path directory) {
    Path file = directory.resolve(FILE);
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() == 0) {
        ByteBuffer empty = ByteBuffer.allocate(FILE_BYTES);
        while (empty.hasRemaining()) {
          channel.write(empty, empty.position());
        }
        DurableMark mark = map(file, channel);
        mark.set(0);
        mark.set(0);
        mark.memory.force();
        return mark;
      }
      if (channel.size() != FILE_BYTES) {
        throw damaged(file);
      }
      return map(file, channel);
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The database directory cannot be used", e)
          .with("file", file)
          .detail(String.valueOf(e));
    }
  }

  private static DurableMark map(Path file, FileChannel channel) throws IOException {
    return new DurableMark(file, channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES));
  }

  private static DbException damaged(Path file) {
    return new DbException(ErrorCode.CORRUPT_DATA, "File " + FILE + " is damaged")
        .with("file", file)
        .detail("File " + file + " says up to where the log is on disk.")
        .hint(
            "Without the file the database opens, but does not notice a loss at the end of its log.");
  }

  /** The newest timestamp set; fails when neither slot can be read. */
  long get() {
    long newest = -1;
    for (int i = 0; i < 2; i++) {
      long micros = memory.getLong(i * SLOT_BYTES);
      if (memory.getInt(i * SLOT_BYTES + Long.BYTES) == crc(micros)) {
        newest = Math.max(newest, micros);
      }
    }
    if (newest < 0) {
      throw damaged(file);
    }
    return newest;
  }

  private int crc(long micros) {
    crc.reset();
    for (int shift = 56; shift >= 0; shift -= 8) {
      crc.update((int) (micros >>> shift) & 0xFF);
    }
    return (int) crc.getValue();
  }

  /** Says that every commit at or before the timestamp is on disk. */
  void set(long micros) {
    if (broken) {
      return;
    }
    try {
      int at = slot * SLOT_BYTES;
      memory.putLong(at, micros);
      memory.putInt(at + Long.BYTES, crc(micros));
      slot ^= 1;
    } catch (InternalError e) {
      // The page could not be had: the mark stays where it was, which is allowed.
      broken = true;
      LOG.warn("The mark of what is on disk cannot be kept up in {}", file, e);
    }
  }

  /** Removes a mark, so that a store may be opened that has lost what it stood for. */
  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }
}
