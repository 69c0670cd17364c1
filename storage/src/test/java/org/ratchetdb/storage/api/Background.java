package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call on a thread of its own, which a test can watch block and finish. */
public final class Background<T> {
  private static final long PATIENCE_SECONDS = 20;

  private final FutureTask<T> task;
  private final Thread thread;

  private Background(Callable<T> call) {
    this.task = new FutureTask<>(call);
    this.thread = new Thread(task, "test-background");
    thread.setDaemon(true);
    thread.start();
  }

  public static <T> Background<T> call(Callable<T> call) {
    return new Background<>(call);
  }

  public static Background<Boolean> run(Runnable work) {
    return new Background<>(
        () -> {
          work.run();
          return true;
        });
  }

  /** Waits until the thread is parked, which in these tests means that it waits for a lock. */
  public Background<T> assertBlocked() {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertThat(task.isDone()).as("should block, but is done").isFalse();
      Thread.onSpinWait();
    }
    return this;
  }

  /** Waits for the result; a failure of the call is thrown as it is. */
  public T join() throws Exception {
    try {
      return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } catch (TimeoutException e) {
      StringBuilder stack = new StringBuilder("Still running:");
      for (StackTraceElement frame : thread.getStackTrace()) {
        stack.append("\n  ").append(frame);
      }
      throw new AssertionError(stack.toString(), e);
    }
  }
}
