package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timestamp beside the store: every commit at or before it is in the log on disk. Set after each
 * synced write, without a sync of its own, so it costs a commit two short system calls; after the
 * end of the process it is exact, after a power failure it may be older. It is never ahead of the
 * log, so a store that comes back older than its mark has lost commits that were acknowledged.
 *
 * <pre>
 *   DURABLE   two slots, at 0 and 2048, written in turn: | timestamp, 8 bytes | CRC32C of it, 4 bytes |
 * </pre>
 *
 * The file is no memory map, which would hold it until the garbage collector comes by, and no
 * channel, which an interrupt of the committing thread would close. Used by one thread at a time.
 */
final class DurableMark implements AutoCloseable {
  static final String FILE = "DURABLE";

  private static final Logger LOG = LoggerFactory.getLogger(DurableMark.class);
  private static final int FILE_BYTES = 4_096;
  private static final int SLOT_BYTES = 2_048;
  private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

  private final Path file;
  private final RandomAccessFile access;
  private final ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
  private final CRC32C crc = new CRC32C();
  private int slot;
  private boolean broken;

  private DurableMark(Path file, RandomAccessFile access) {
    this.file = file;
    this.access = access;
  }

  /** Opens the mark of a store, or makes one that says nothing. */
  static DurableMark open(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
      DurableMark mark = new DurableMark(file, access);
      try {
        mark.begin();
        return mark;
      } catch (IOException | RuntimeException e) {
        access.close();
        throw e;
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private void begin() throws IOException {
    if (access.length() == 0) {
      access.write(new byte[FILE_BYTES]);
      write(0);
      write(0);
      access.getFD().sync();
    }
    if (access.length() != FILE_BYTES) {
      throw damaged(file);
    }
  }

  private static DbException unusable(Path file, IOException cause) {
    return new DbException(ErrorCode.IO_ERROR, "The database directory cannot be used", cause)
        .with("file", file)
        .detail(String.valueOf(cause));
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
    try {
      for (int i = 0; i < 2; i++) {
        access.seek((long) i * SLOT_BYTES);
        access.readFully(entry.array());
        long micros = entry.getLong(0);
        if (entry.getInt(Long.BYTES) == crc(micros)) {
          newest = Math.max(newest, micros);
        }
      }
    } catch (IOException e) {
      throw unusable(file, e);
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
      write(micros);
    } catch (IOException e) {
      // The mark stays where it was, which is allowed.
      broken = true;
      LOG.warn("The mark of what is on disk cannot be kept up in {}", file, e);
    }
  }

  private void write(long micros) throws IOException {
    entry.putLong(0, micros);
    entry.putInt(Long.BYTES, crc(micros));
    access.seek((long) slot * SLOT_BYTES);
    access.write(entry.array());
    slot ^= 1;
  }

  @Override
  public void close() {
    try {
      access.close();
    } catch (IOException e) {
      LOG.warn("The mark of what is on disk could not be closed in {}", file, e);
    }
  }

  /** Removes a mark, so that a store may be opened that has lost what it stood for. */
  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }
}
