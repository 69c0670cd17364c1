package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads RocksDB's native code. RocksDB would unpack 15 MB from its jar at every start of a JVM,
 * which takes 150 ms; here a copy is kept in the user's cache directory, under the checksum of what
 * the jar holds, and loading it takes 30 ms. Where no copy can be kept (a read-only home, a jar
 * inside a jar) RocksDB's own way remains.
 */
final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

  /** RocksDB's own variable: where a copy lies that somebody else looks after. */
  private static final String SHARED_LIBRARY_DIR = "ROCKSDB_SHAREDLIB_DIR";

  private NativeLibrary() {}

  static void load() {
    String provided = System.getenv(SHARED_LIBRARY_DIR);
    if (provided == null || provided.isEmpty()) {
      try {
        Path cache = cacheDirectory();
        Path jar = jar();
        if (cache != null && jar != null) {
          Path kept = keep(cache, jar, Environment.getJniLibraryFileName("rocksdb"));
          RocksDB.loadLibrary(List.of(kept.toString()));
          return;
        }
      } catch (IOException | RuntimeException | UnsatisfiedLinkError e) {
        LOG.debug("No kept copy of the native library can be used; unpacking one", e);
      }
    }
    RocksDB.loadLibrary();
  }

  /** The user's cache directory, or null when the user has no home. */
  private static @Nullable Path cacheDirectory() {
    String cache = System.getenv("XDG_CACHE_HOME");
    if (cache != null && !cache.isEmpty()) {
      return Path.of(cache, "ratchet");
    }
    String home = System.getProperty("user.home", "");
    return home.isEmpty() || !Files.isDirectory(Path.of(home))
        ? null
        : Path.of(home, ".cache", "ratchet");
  }

  private static @Nullable Path jar() {
    CodeSource source = RocksDB.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return null;
    }
    try {
      URI location = source.getLocation().toURI();
      return location.getScheme().equals("file") ? Path.of(location) : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /**
   * The directory that holds a copy of a library in a jar, made if it is not there. Several
   * processes may do so at once: each writes a file of its own and moves it into place whole.
   *
   * @param entry the library's name in the jar
   */
  static Path keep(Path cache, Path jar, String entry) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry library = zip.getEntry(entry);
      if (library == null) {
        throw new IOException("The jar has no " + entry);
      }
      Path directory = cache.resolve("rocksdbjni-" + Long.toHexString(library.getCrc()));
      // The name under which RocksDB looks for it in a directory is another than that in the jar.
      Path copy = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
      if (!Files.exists(copy) || Files.size(copy) != library.getSize()) {
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, "part", null);
        try {
          unpack(zip, library, part);
          Files.move(part, copy, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(part);
        }
      }
      return directory;
    }
  }

  private static void unpack(ZipFile zip, ZipEntry library, Path part) throws IOException {
    try (InputStream in = zip.getInputStream(library);
        FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
      in.transferTo(Channels.newOutputStream(out));
      // A power cut must not leave a file of the right size without its contents.
      out.force(true);
    }
  }
}
