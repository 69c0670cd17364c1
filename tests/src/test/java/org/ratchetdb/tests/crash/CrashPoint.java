package org.ratchetdb.tests.crash;

import java.util.List;

/**
 * A place to crash at.
 *
 * @param step where the process ends, or {@link #ANYWHERE} for a kill from outside at some moment
 * @param task what it does beside writing
 * @param hitsMax it ends when it comes there the first up to this time
 */
record CrashPoint(String step, String task, int hitsMax) {
  static final String ANYWHERE = "-";

  static final List<CrashPoint> ALL =
      List.of(
          new CrashPoint("lock.request", "schema", 300),
          new CrashPoint("lock.wait", "schema", 20),
          new CrashPoint("lock.granted", "schema", 300),
          new CrashPoint("commit.enqueue", "schema", 60),
          new CrashPoint("commit.lead", "schema", 60),
          new CrashPoint("commit.stamped", "schema", 60),
          new CrashPoint("engine.write", "schema", 60),
          new CrashPoint("commit.written", "schema", 60),
          new CrashPoint("commit.gather", "schema", 10),
          new CrashPoint("engine.synced", "schema", 60),
          new CrashPoint("commit.published", "schema", 60),
          new CrashPoint("commit.unlock", "schema", 60),
          new CrashPoint("commit.done", "schema", 60),
          new CrashPoint("commit.withdraw", "schema", 6),
          new CrashPoint("engine.reserve", "schema", 4),
          new CrashPoint("meta.write", "schema", 6),
          new CrashPoint("ddl.chunk", "schema", 6),
          new CrashPoint("ddl.chunk-done", "schema", 6),
          new CrashPoint("ddl.publish", "schema", 8),
          new CrashPoint("ddl.published", "schema", 8),
          new CrashPoint("ddl.remove", "schema", 2),
          new CrashPoint("ddl.removed", "schema", 2),
          new CrashPoint("range.drop", "schema", 2),
          new CrashPoint("split.save", "schema", 2),
          new CrashPoint("split.saved", "schema", 2),
          new CrashPoint("history.expire", "schema", 6),
          new CrashPoint("backup.checkpoint", "backup", 4),
          new CrashPoint("backup.checkpointed", "backup", 4),
          new CrashPoint("backup.file", "backup", 30),
          new CrashPoint("backup.record", "backup", 4),
          new CrashPoint("backup.recorded", "backup", 4),
          new CrashPoint("backup.deleted", "backup", 2),
          new CrashPoint("restore.file", "backup", 10),
          new CrashPoint("restore.files", "backup", 2),
          new CrashPoint("snapshot.checkpoint", "branch", 3),
          new CrashPoint("snapshot.copied", "branch", 3),
          new CrashPoint("snapshot.marked", "branch", 3),
          new CrashPoint("branch.checkpoint", "branch", 3),
          new CrashPoint("branch.link", "branch", 15),
          new CrashPoint("branch.copied", "branch", 4),
          new CrashPoint("branch.marked", "branch", 4),
          new CrashPoint("branch.moved", "branch", 2),
          new CrashPoint("branch.replaced", "branch", 2),
          new CrashPoint("store.close", "branch", 3),
          new CrashPoint(ANYWHERE, "schema", 1),
          new CrashPoint(ANYWHERE, "schema", 1),
          new CrashPoint(ANYWHERE, "schema", 1),
          new CrashPoint(ANYWHERE, "backup", 1),
          new CrashPoint(ANYWHERE, "branch", 1));
}
