package org.ratchetdb.common.time;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs scheduled work on a fixed number of daemon threads. What a piece of work throws goes to the
 * failure handler, and work that repeats goes on. Thread-safe.
 */
public final class ThreadPoolScheduler implements Scheduler {
  private static final long CLOSE_WAIT_SECONDS = 10;

  private final ScheduledThreadPoolExecutor executor;
  private final Consumer<Throwable> failureHandler;

  /**
   * @param name prefix of the thread names
   * @param failureHandler told what work threw; called on the scheduler's threads
   */
  public ThreadPoolScheduler(String name, int threads, Consumer<Throwable> failureHandler) {
    AtomicInteger count = new AtomicInteger();
    this.failureHandler = failureHandler;
    this.executor =
        new ScheduledThreadPoolExecutor(
            threads,
            work -> {
              Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
  }

  @Override
  public Task schedule(Duration delay, Runnable work) {
    return task(executor.schedule(guarded(work), delay.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public Task scheduleWithFixedDelay(Duration delay, Runnable work) {
    long nanos = delay.toNanos();
    return task(executor.scheduleWithFixedDelay(guarded(work), nanos, nanos, TimeUnit.NANOSECONDS));
  }

  /** Drops what waits, and waits a bounded time for what runs. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static Task task(Future<?> future) {
    return () -> future.cancel(false);
  }

  private Runnable guarded(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (Throwable e) {
        failureHandler.accept(e);
        if (e instanceof Error error) {
          throw error;
        }
      }
    };
  }
}
