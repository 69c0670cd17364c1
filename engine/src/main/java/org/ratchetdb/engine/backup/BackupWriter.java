package org.ratchetdb.engine.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.backup.proto.BackupProto.BackupRecord;
import org.ratchetdb.engine.backup.proto.BackupProto.FileRecord;
import org.ratchetdb.storage.rocksdb.RocksFiles;

/** Stores the files of one backup. Used once, by one thread that has locked the directory. */
final class BackupWriter {
  private final BackupDirectory directory;
  private final @Nullable BackupRecord base;
  private final long id;
  private final Threads threads;
  private final ProgressListener progress;
  private final List<Path> written = new ArrayList<>();

  /**
   * @param base the backup to share files with, or null
   */
  BackupWriter(
      BackupDirectory directory,
      @Nullable BackupRecord base,
      long id,
      Threads threads,
      ProgressListener progress) {
    this.directory = directory;
    this.base = base;
    this.id = id;
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Stores a copy of a database, and then its record.
   *
   * @param description the record without its files
   */
  BackupRecord run(Path copy, BackupRecord description) {
    Path at = directory.root();
    try {
      List<Path> files;
      try (Stream<Path> entries = Files.list(copy)) {
        files = entries.filter(file -> RocksFiles.isNeeded(name(file))).sorted().toList();
      }
      Map<String, FileRecord> shared = sharedFiles(files);
      long bytes = 0;
      for (Path file : files) {
        bytes += shared.containsKey(name(file)) ? 0 : Files.size(file);
      }
      FileCopy copier = new FileCopy("backup", progress, bytes);
      BackupRecord.Builder record = description.toBuilder();
      for (Path file : files) {
        FileRecord known = shared.get(name(file));
        at = directory.files().resolve(storedName(name(file)));
        threads.step("backup.file");
        record.addFiles(known == null ? store(file, at, copier) : known);
      }
      BackupDirectory.force(directory.files());
      threads.step("backup.record");
      BackupRecord complete = record.build();
      directory.writeRecord(complete);
      threads.step("backup.recorded");
      return complete;
    } catch (IOException e) {
      DbException failure = BackupErrors.io("The backup could not be written", at, e);
      removeWritten(failure);
      throw failure;
    } catch (RuntimeException e) {
      removeWritten(e);
      throw e;
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private String storedName(String name) {
    return String.format(Locale.ROOT, "%06d-%s", id, name);
  }

  private static long modifiedNanos(Path file) throws IOException {
    return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
  }

  /**
   * Tables that the base has as well. They never change once written, so name, size and time of
   * writing tell; a stored file that is not what it was is left out.
   */
  private Map<String, FileRecord> sharedFiles(List<Path> files) throws IOException {
    Map<String, FileRecord> shared = new HashMap<>();
    if (base == null) {
      return shared;
    }
    Map<String, FileRecord> known = new HashMap<>();
    base.getFilesList().forEach(file -> known.put(file.getName(), file));
    for (Path file : files) {
      FileRecord before = known.get(name(file));
      if (before != null
          && RocksFiles.isTable(name(file))
          && before.getBytes() == Files.size(file)
          && before.getModifiedNanos() == modifiedNanos(file)
          && Files.exists(directory.stored(before))
          && Files.size(directory.stored(before)) == before.getBytes()) {
        shared.put(name(file), before);
      }
    }
    return shared;
  }

  private FileRecord store(Path file, Path target, FileCopy copier) throws IOException {
    if (RocksFiles.isTable(name(file))) {
      // A checksum over damaged bytes would make a sound copy of the damage.
      RocksFiles.verifyTable(file);
    }
    written.add(target);
    Files.deleteIfExists(target);
    FileCopy.Content content = copier.copy(file, target);
    return FileRecord.newBuilder()
        .setName(name(file))
        .setStored(name(target))
        .setBytes(content.bytes())
        .setCrc32C(content.crc32c())
        .setModifiedNanos(modifiedNanos(file))
        .build();
  }

  /** What cannot be deleted now, the next backup deletes. */
  private void removeWritten(Exception reason) {
    for (Path file : written) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }
}
