package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;

/** What files really take on disk, which Java does not tell. */
final class DiskUse {
  private DiskUse() {}

  /** Bytes in blocks given to a directory and all in it, by {@code du}. */
  static long blocksBytes(Path directory) throws IOException, InterruptedException {
    Process du = new ProcessBuilder("du", "-sk", directory.toString()).start();
    String text = new String(du.getInputStream().readAllBytes(), UTF_8);
    if (du.waitFor() != 0) {
      throw new IOException("du failed");
    }
    return Long.parseLong(text.split("\\s", 2)[0]) << 10;
  }
}
