package org.ratchetdb.engine.api;

import java.nio.file.Path;
import java.util.List;

/** What can be done with the backups in a directory without the database. Thread-safe. */
public interface Backups {
  /**
   * The backups in a directory, ascending by id; damaged ones are left out, {@link #verify} names
   * them.
   */
  List<BackupInfo> list(Path directory);

  /**
   * Compares every file of a backup with its checksum.
   *
   * @param id which one, 0 for all
   * @return what is damaged or missing, by file, and a finding for each backup, whose severity is
   *     INFO when it is sound
   */
  List<CheckFinding> verify(Path directory, long id, ProgressListener progress);

  /** Deletes a backup; files that others share stay. */
  void delete(Path directory, long id);
}
