package org.ratchetdb.engine.backup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckFinding.Severity;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.backup.proto.BackupProto.BackupRecord;
import org.ratchetdb.engine.backup.proto.BackupProto.FileRecord;

/** Reads every file of some backups, each once. Used once, by one thread. */
final class BackupVerification {
  private static final String HINT = "Do not rely on this backup; make a new, full one.";

  private final BackupDirectory directory;
  private final List<Long> ids;
  private final ProgressListener progress;
  private final List<CheckFinding> damage = new ArrayList<>();

  /** Records that can be read, by id. */
  private final Map<Long, BackupRecord> records = new LinkedHashMap<>();

  /** What is wrong with a stored file, by its name. */
  private final Map<String, String> problems = new HashMap<>();

  BackupVerification(BackupDirectory directory, List<Long> ids, ProgressListener progress) {
    this.directory = directory;
    this.ids = ids;
    this.progress = progress;
  }

  /** What is damaged, by file, and a row for each backup, damaged ones first. */
  List<CheckFinding> run() {
    try {
      directory.checkMarker();
    } catch (DbException e) {
      damage.add(error(directory.root().resolve(BackupDirectory.MARKER), e.message()));
    }
    readFiles();
    List<CheckFinding> sound = new ArrayList<>();
    for (long id : ids) {
      CheckFinding status = status(id);
      (status.severity() == Severity.INFO ? sound : damage).add(status);
    }
    damage.addAll(sound);
    return damage;
  }

  private void readFiles() {
    Map<String, FileRecord> files = new TreeMap<>();
    for (long id : ids) {
      try {
        BackupRecord record = directory.record(id);
        records.put(id, record);
        record.getFilesList().forEach(file -> files.put(file.getStored(), file));
      } catch (DbException e) {
        if (e.code() != ErrorCode.CORRUPT_DATA) {
          throw e;
        }
        damage.add(error(directory.recordPath(id), e.message()));
      }
    }
    long bytes = files.values().stream().mapToLong(FileRecord::getBytes).sum();
    FileCopy reader = new FileCopy("verify", progress, bytes);
    files.forEach(
        (name, file) -> {
          String problem = BackupStore.problem(directory, file, reader);
          if (problem != null) {
            problems.put(name, problem);
            damage.add(error(directory.stored(file), problem));
          }
        });
  }

  private static CheckFinding error(Path file, String problem) {
    return new CheckFinding(Severity.ERROR, "file " + file, null, problem, HINT);
  }

  private CheckFinding status(long id) {
    @Nullable BackupRecord record = records.get(id);
    String name = "backup " + id;
    if (record == null) {
      return new CheckFinding(Severity.ERROR, name, null, "Its record is damaged", HINT);
    }
    long broken =
        record.getFilesList().stream().filter(f -> problems.containsKey(f.getStored())).count();
    if (broken > 0) {
      String text =
          String.format(
              Locale.ROOT, "%d of its %d files are damaged", broken, record.getFilesCount());
      return new CheckFinding(Severity.ERROR, name, null, text, HINT);
    }
    long bytes = record.getFilesList().stream().mapToLong(FileRecord::getBytes).sum();
    String text =
        String.format(
            Locale.ROOT,
            "Sound: its %d files with %d bytes have their checksums",
            record.getFilesCount(),
            bytes);
    return new CheckFinding(Severity.INFO, name, null, text, null);
  }
}
