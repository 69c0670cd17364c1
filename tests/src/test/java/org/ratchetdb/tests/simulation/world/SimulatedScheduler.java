package org.ratchetdb.tests.simulation.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Scheduler;

/** Background work at its virtual time, on threads of the process. */
final class SimulatedScheduler implements Scheduler {
  private final World world;
  private final SimulatedProcess process;
  private final int threadsMax;
  private final List<Job> jobs = new ArrayList<>();
  private int threads;
  private long sequence;
  private boolean closed;

  private static final class Job {
    final Runnable work;
    final @Nullable Duration repeat;
    final long sequence;
    long dueNanos;
    boolean cancelled;

    Job(Runnable work, @Nullable Duration repeat, long dueNanos, long sequence) {
      this.work = work;
      this.repeat = repeat;
      this.dueNanos = dueNanos;
      this.sequence = sequence;
    }
  }

  SimulatedScheduler(World world, SimulatedProcess process, int threadsMax) {
    this.world = world;
    this.process = process;
    this.threadsMax = threadsMax;
  }

  @Override
  public Task schedule(Duration delay, Runnable work) {
    return add(delay, work, null);
  }

  @Override
  public Task scheduleWithFixedDelay(Duration delay, Runnable work) {
    return add(delay, work, delay);
  }

  private Task add(Duration delay, Runnable work, @Nullable Duration repeat) {
    Job job = new Job(work, repeat, world.nanos() + delay.toNanos(), sequence++);
    jobs.add(job);
    if (threads < threadsMax) {
      process.start("background" + ++threads, this::work);
    }
    world.wake(this);
    return () -> job.cancelled = true;
  }

  private void work() {
    while (!closed) {
      Job job = takeDue();
      if (job == null) {
        world.block(this, earliest());
        continue;
      }
      try {
        job.work.run();
      } catch (DbException e) {
        if (e.code() != ErrorCode.UNAVAILABLE) {
          throw e;
        }
        world.note("background work met a closed store");
      }
      if (job.repeat != null && !job.cancelled) {
        job.dueNanos = world.nanos() + job.repeat.toNanos();
        jobs.add(job);
      }
    }
  }

  /** The job that is due first, taken off the list so that no other thread runs it. */
  private @Nullable Job takeDue() {
    jobs.removeIf(job -> job.cancelled);
    Job first = null;
    for (Job job : jobs) {
      if (job.dueNanos <= world.nanos()
          && (first == null
              || job.dueNanos < first.dueNanos
              || (job.dueNanos == first.dueNanos && job.sequence < first.sequence))) {
        first = job;
      }
    }
    if (first != null) {
      jobs.remove(first);
    }
    return first;
  }

  private long earliest() {
    return jobs.stream().mapToLong(job -> job.dueNanos).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public String toString() {
    return "due work";
  }

  @Override
  public void close() {
    closed = true;
    world.wake(this);
  }
}
