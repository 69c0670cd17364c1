package org.ratchetdb.engine.backup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.backup.proto.BackupProto.BackupRecord;
import org.ratchetdb.engine.backup.proto.BackupProto.FileRecord;

/** The files of a directory of backups; the package comment draws them. Owned by one thread. */
final class BackupDirectory {
  static final String MARKER = "RATCHET-BACKUPS";
  static final int FORMAT = 1;

  private static final byte[] MARKER_TEXT = "Ratchet backups, format 1\n".getBytes(US_ASCII);
  private static final byte[] MAGIC = "RTBACKUP".getBytes(US_ASCII);
  private static final String UNUSABLE = "The directory for backups cannot be used";
  private static final String LOCK = "LOCK";
  private static final String FILES = "files";
  private static final String PART = ".part";
  private static final Pattern RECORD_NAME = Pattern.compile("([0-9]{6,18})\\.backup");

  private final Path root;

  private BackupDirectory(Path root) {
    this.root = root;
  }

  /** Opens a directory that must hold backups. */
  static BackupDirectory open(Path root) {
    BackupDirectory directory = new BackupDirectory(root);
    if (!Files.isDirectory(root) || !Files.exists(root.resolve(MARKER))) {
      throw BackupErrors.notBackups(root);
    }
    return directory;
  }

  /**
   * Runs work in a directory for a new backup; one that does not exist, or is empty, is made fit.
   * When the work fails there and no backup is in it, it is left as it was found.
   */
  static <T> T forNewBackup(Path root, Function<BackupDirectory, T> work) {
    BackupDirectory directory = new BackupDirectory(root);
    List<Path> made = new ArrayList<>();
    boolean fresh;
    try {
      fresh = !Files.exists(root.resolve(MARKER));
      if (fresh && Files.isDirectory(root) && directory.holdsOther()) {
        throw new DbException(
                ErrorCode.FAILED_PRECONDITION,
                "The directory holds something other than backups: " + root)
            .hint("Name a directory that is empty, that does not exist, or that holds backups.");
      }
    } catch (IOException e) {
      throw BackupErrors.io(UNUSABLE, root, e);
    }
    try {
      createDirectories(root, made);
      return directory.locked(
          () -> {
            try {
              directory.makeFit();
              return work.apply(directory);
            } catch (RuntimeException | Error e) {
              if (fresh) {
                directory.unmake(e);
              }
              throw e;
            }
          });
    } catch (RuntimeException | Error e) {
      if (fresh) {
        removeEmpty(made, e);
      }
      throw e;
    }
  }

  /** Creates a directory and those above it, and notes which were not there. */
  private static void createDirectories(Path root, List<Path> made) {
    for (Path path = root; path != null && !Files.exists(path); path = path.getParent()) {
      made.add(path);
    }
    try {
      Files.createDirectories(root);
    } catch (IOException e) {
      DbException failure = BackupErrors.io(UNUSABLE, root, e);
      removeEmpty(made, failure);
      throw failure;
    }
  }

  private void makeFit() {
    try {
      Path marker = root.resolve(MARKER);
      if (!Files.exists(marker)) {
        write(marker, MARKER_TEXT);
      }
      Files.createDirectories(files());
      force(root);
    } catch (IOException e) {
      throw BackupErrors.io(UNUSABLE, root, e);
    }
  }

  /** Takes away what {@link #makeFit} has made, unless a backup needs it. */
  private void unmake(Throwable reason) {
    try {
      if (!ids().isEmpty()) {
        return;
      }
      Files.deleteIfExists(files());
      for (String name : List.of(MARKER, MARKER + PART, LOCK)) {
        Files.deleteIfExists(root.resolve(name));
      }
    } catch (DbException | IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** Deletes directories, from the deepest up, unless somebody has put something there. */
  private static void removeEmpty(List<Path> directories, Throwable reason) {
    for (Path directory : directories) {
      try {
        Files.deleteIfExists(directory);
      } catch (IOException e) {
        reason.addSuppressed(e);
        return;
      }
    }
  }

  /** Whether there is anything that an interrupted first backup cannot have left. */
  private boolean holdsOther() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .anyMatch(name -> !name.equals(LOCK) && !name.equals(MARKER + PART));
    }
  }

  Path root() {
    return root;
  }

  Path files() {
    return root.resolve(FILES);
  }

  Path stored(FileRecord file) {
    return files().resolve(file.getStored());
  }

  Path recordPath(long id) {
    return root.resolve(String.format(Locale.ROOT, "%06d.backup", id));
  }

  /** Runs work while no other process or thread changes the directory. */
  <T> T locked(Supplier<T> work) {
    FileChannel lock = lock();
    try {
      return work.get();
    } finally {
      unlock(lock);
    }
  }

  private void unlock(FileChannel lock) {
    try {
      lock.close();
    } catch (IOException e) {
      throw BackupErrors.io("The directory of backups cannot be unlocked", root, e);
    }
  }

  private FileChannel lock() {
    Path path = root.resolve(LOCK);
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw BackupErrors.io("The directory for backups cannot be locked", path, e);
    }
    throw new DbException(
            ErrorCode.UNAVAILABLE, "Another backup is being made in the directory: " + root)
        .hint("Wait until it has ended.");
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  /** Fails when the file that says what the directory is has changed. */
  void checkMarker() {
    Path marker = root.resolve(MARKER);
    if (!Arrays.equals(read(marker), MARKER_TEXT)) {
      throw BackupErrors.damaged(marker, MARKER + " does not say what it should");
    }
  }

  /** Ids of all backups, damaged ones too, ascending. */
  List<Long> ids() {
    List<Long> ids = new ArrayList<>();
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        Matcher name = RECORD_NAME.matcher(entry.getFileName().toString());
        if (name.matches()) {
          ids.add(Long.parseLong(name.group(1)));
        }
      }
    } catch (IOException e) {
      throw BackupErrors.io("The directory of backups cannot be read", root, e);
    }
    ids.sort(null);
    return ids;
  }

  /** The record of a backup; fails when there is none, or with {@code CORRUPT_DATA}. */
  BackupRecord record(long id) {
    Path path = recordPath(id);
    byte[] bytes = read(path);
    int body = bytes.length - Integer.BYTES;
    if (body < MAGIC.length || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw BackupErrors.damaged(path, path.getFileName() + " is not the record of a backup");
    }
    if (ByteBuffer.wrap(bytes).getInt(body) != crc(bytes, body)) {
      throw BackupErrors.damaged(path, path.getFileName() + " does not have its checksum");
    }
    BackupRecord record;
    try {
      record = BackupRecord.parseFrom(ByteBuffer.wrap(bytes, MAGIC.length, body - MAGIC.length));
    } catch (InvalidProtocolBufferException e) {
      throw BackupErrors.damaged(path, path.getFileName() + " cannot be read");
    }
    if (record.getFormat() != FORMAT) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION,
              "The backup was written in a format that this version does not know")
          .with("format", record.getFormat());
    }
    if (record.getId() != id) {
      throw BackupErrors.damaged(path, path.getFileName() + " is the record of another backup");
    }
    return record;
  }

  /** Makes a backup one: its files must be on disk. */
  void writeRecord(BackupRecord record) {
    byte[] message = record.toByteArray();
    byte[] bytes = new byte[MAGIC.length + message.length + Integer.BYTES];
    System.arraycopy(MAGIC, 0, bytes, 0, MAGIC.length);
    System.arraycopy(message, 0, bytes, MAGIC.length, message.length);
    int body = bytes.length - Integer.BYTES;
    ByteBuffer.wrap(bytes).putInt(body, crc(bytes, body));
    Path path = recordPath(record.getId());
    try {
      write(path, bytes);
    } catch (IOException e) {
      throw BackupErrors.io("The backup could not be written", path, e);
    }
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /** Writes a file whole or not at all. */
  private void write(Path path, byte[] bytes) throws IOException {
    Path part = path.resolveSibling(path.getFileName() + PART);
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    force(root);
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw BackupErrors.damaged(path, path.getFileName() + " is missing");
    } catch (IOException e) {
      throw BackupErrors.io("The backup cannot be read", path, e);
    }
  }

  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Takes the record of a backup away, so that it is none any more. */
  void deleteRecord(long id) {
    Path path = recordPath(id);
    try {
      if (!Files.deleteIfExists(path)) {
        throw BackupErrors.noSuchBackup(root, id);
      }
      force(root);
    } catch (IOException e) {
      throw BackupErrors.io("The backup could not be deleted", path, e);
    }
  }

  /**
   * Deletes files that no backup needs; none while the record of one cannot be read, since it may
   * need any.
   */
  void removeLeftovers() {
    Set<String> needed = neededFiles();
    if (needed == null) {
      return;
    }
    try (Stream<Path> entries = Files.list(files())) {
      for (Path entry : entries.toList()) {
        if (!needed.contains(entry.getFileName().toString())) {
          Files.deleteIfExists(entry);
        }
      }
    } catch (IOException e) {
      throw BackupErrors.io("What an earlier backup left could not be deleted", files(), e);
    }
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        if (entry.getFileName().toString().endsWith(PART)) {
          Files.deleteIfExists(entry);
        }
      }
    } catch (IOException e) {
      throw BackupErrors.io("What an earlier backup left could not be deleted", root, e);
    }
  }

  private @Nullable Set<String> neededFiles() {
    Set<String> needed = new HashSet<>();
    for (long id : ids()) {
      try {
        record(id).getFilesList().forEach(file -> needed.add(file.getStored()));
      } catch (DbException e) {
        return null;
      }
    }
    return needed;
  }
}
