package org.ratchetdb.engine.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;

/** Reads files through, with a checksum over all bytes, and writes them elsewhere if asked. */
final class FileCopy {
  private static final int BUFFER_BYTES = 1 << 20;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final String phase;
  private final ProgressListener progress;
  private final long bytesTotal;
  private long bytesDone;

  /**
   * @param phase for the listener
   * @param bytesTotal bytes of all files to come
   */
  FileCopy(String phase, ProgressListener progress, long bytesTotal) {
    this.phase = phase;
    this.progress = progress;
    this.bytesTotal = bytesTotal;
  }

  /** What was read. */
  record Content(long bytes, int crc32c) {}

  /** Reads a file to its end. */
  Content read(Path from) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ)) {
      return copy(in, null);
    }
  }

  /** Writes a new file with what another one holds; it is on disk when this returns. */
  Content copy(Path from, Path to) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Content content = copy(in, out);
      out.force(true);
      return content;
    }
  }

  private void report() {
    progress.progress(phase, ProgressUnit.BYTES, bytesDone, Math.max(bytesDone, bytesTotal));
  }

  private Content copy(FileChannel in, @Nullable FileChannel out) throws IOException {
    CRC32C crc = new CRC32C();
    long bytes = 0;
    report();
    while (true) {
      buffer.clear();
      int count = in.read(buffer);
      if (count < 0) {
        return new Content(bytes, (int) crc.getValue());
      }
      buffer.flip();
      crc.update(buffer);
      buffer.rewind();
      while (out != null && buffer.hasRemaining()) {
        out.write(buffer);
      }
      bytes += count;
      bytesDone += count;
      report();
    }
  }
}
