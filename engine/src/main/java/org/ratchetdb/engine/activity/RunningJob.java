package org.ratchetdb.engine.activity;

import java.util.function.Consumer;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;

/** Long work that is under way. Written by the thread that works, read by any. */
public final class RunningJob implements ProgressListener, AutoCloseable {
  /** What sort of work it is. */
  public enum Kind {
    BACKUP,
    RESTORE,
    REWIND,
    CHECK,
    VERIFY_BACKUP
  }

  /**
   * How far it is.
   *
   * @param phase what it does now; empty before its first report
   * @param done in this phase
   * @param total an estimate; 0 when unknown
   */
  public record Position(String phase, ProgressUnit unit, long done, long total) {}

  private final Kind kind;
  private final String database;
  private final long startedMicros;
  private final ProgressListener listener;
  private final Consumer<RunningJob> onClose;
  private volatile Position position = new Position("", ProgressUnit.BYTES, 0, 0);

  RunningJob(
      Kind kind,
      String database,
      long startedMicros,
      ProgressListener listener,
      Consumer<RunningJob> onClose) {
    this.kind = kind;
    this.database = database;
    this.startedMicros = startedMicros;
    this.listener = listener;
    this.onClose = onClose;
  }

  public Kind kind() {
    return kind;
  }

  /** The database it is about; of a verification the directory of backups. */
  public String database() {
    return database;
  }

  /** Microseconds since the epoch. */
  public long startedMicros() {
    return startedMicros;
  }

  public Position position() {
    return position;
  }

  @Override
  public void progress(String phase, ProgressUnit unit, long done, long total) {
    position = new Position(phase, unit, done, total);
    listener.progress(phase, unit, done, total);
  }

  @Override
  public void close() {
    onClose.accept(this);
  }
}
