package org.ratchetdb.engine.activity;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.engine.api.ProgressListener;

/** Long work that is under way in an instance, for whoever asks how far it is. Thread-safe. */
public final class RunningJobs {
  private final Clock clock;
  private final ConcurrentLinkedQueue<RunningJob> running = new ConcurrentLinkedQueue<>();

  public RunningJobs(Clock clock) {
    this.clock = clock;
  }

  /**
   * Begins a job, which is listed until it is closed.
   *
   * @param database the database it is about, or the directory of backups
   * @param listener hears what the job hears
   */
  public RunningJob begin(RunningJob.Kind kind, String database, ProgressListener listener) {
    RunningJob job = new RunningJob(kind, database, clock.nowMicros(), listener, running::remove);
    running.add(job);
    return job;
  }

  /** Those that run now, the oldest first. */
  public List<RunningJob> all() {
    return List.copyOf(running);
  }
}
