package org.ratchetdb.engine.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Changes to files that are on disk when a call returns. */
final class DurableFiles {
  private DurableFiles() {}

  /** Writes a file whole: whoever reads it finds all of the text, or no file. */
  static void write(Path file, String text) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (FileChannel channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      force(parent(file));
    } catch (IOException e) {
      throw error("A file cannot be written: " + file, e);
    }
  }

  /** Whether a new file of that size can be written and synced. */
  static boolean canWrite(Path file, long bytes) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocate(1 << 16);
      for (long left = bytes; left > 0; left -= block.capacity()) {
        block.clear();
        while (block.hasRemaining()) {
          channel.write(block);
        }
      }
      channel.force(true);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Gives a directory another name beside it. */
  static void rename(Path directory, Path name) {
    try {
      Files.move(directory, name, StandardCopyOption.ATOMIC_MOVE);
      force(parent(name));
    } catch (IOException e) {
      throw error("A directory cannot be renamed: " + directory, e);
    }
  }

  private static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException("Not below a directory: " + path);
    }
    return parent;
  }

  /** Syncs a directory, so that the names in it survive. */
  static void force(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      throw error("The directory cannot be synced: " + directory, e);
    }
  }

  /** The entries of a directory, by name. */
  static List<Path> list(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    } catch (IOException e) {
      throw error("The data directory cannot be read: " + directory, e);
    }
  }

  /** Deletes a directory and all in it; nothing happens when it is not there. */
  static void deleteRecursively(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(directory)) {
        paths = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : paths) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw error("The directory cannot be deleted: " + directory, e);
    }
  }

  static DbException error(String message, IOException cause) {
    return new DbException(ErrorCode.IO_ERROR, message, cause).detail(String.valueOf(cause));
  }
}
