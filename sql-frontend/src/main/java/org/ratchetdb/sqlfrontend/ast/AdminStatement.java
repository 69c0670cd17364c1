package org.ratchetdb.sqlfrontend.ast;

import org.jspecify.annotations.Nullable;

/** A statement that looks after a database as a whole. Both dialects have the same ones. */
public sealed interface AdminStatement extends Statement {
  /** CHECK DATABASE [name]; null for the database of the session. */
  record CheckDatabase(@Nullable Identifier name, Span span) implements AdminStatement {}

  /**
   * BACKUP DATABASE [name] TO 'directory' [FULL | INCREMENTAL].
   *
   * @param name null for the database of the session
   */
  record BackupDatabase(@Nullable Identifier name, String directory, boolean incremental, Span span)
      implements AdminStatement {}

  /**
   * RESTORE DATABASE name FROM 'directory' [BACKUP id] [AT TIMESTAMP 'text'].
   *
   * @param backupId 0 for the last
   * @param timestamp text of the time to go back to, or null
   */
  record RestoreBackup(
      Identifier name, String directory, long backupId, @Nullable String timestamp, Span span)
      implements AdminStatement {}

  /** RESTORE DATABASE name FROM DATABASE origin AT TIMESTAMP 'text'. */
  record RewindDatabase(Identifier name, Identifier origin, String timestamp, Span span)
      implements AdminStatement {}

  /** SHOW BACKUPS IN 'directory'. */
  record ShowBackups(String directory, Span span) implements AdminStatement {}

  /** VERIFY BACKUP [id] IN 'directory'; 0 for all. */
  record VerifyBackup(long backupId, String directory, Span span) implements AdminStatement {}

  /** DROP BACKUP id IN 'directory'. */
  record DropBackup(long backupId, String directory, Span span) implements AdminStatement {}
}
