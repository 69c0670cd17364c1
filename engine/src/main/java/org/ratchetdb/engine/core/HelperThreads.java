package org.ratchetdb.engine.core;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.context.Helpers;
import org.ratchetdb.storage.api.KvStore;

/**
 * Threads of an instance that help statements read while there are fewer statements than cores.
 * Thread-safe.
 */
public final class HelperThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final Threads threads;
  private final int cores;
  private final ThreadPoolExecutor pool;
  private final LongAdder statements = new LongAdder();
  private final AtomicInteger helping = new AtomicInteger();

  /**
   * @param cores threads that may run at once, of statements and helpers together; with one, nobody
   *     helps
   */
  public HelperThreads(Threads threads, int cores) {
    this.threads = threads;
    this.cores = cores;
    AtomicInteger count = new AtomicInteger();
    this.pool =
        new ThreadPoolExecutor(
            0,
            Math.max(1, cores),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread = new Thread(work, "ratchet-helper-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** The helpers of statements of one database. */
  public Helpers of(KvStore store) {
    if (cores < 2) {
      return Helpers.NONE;
    }
    return new Helpers() {
      @Override
      public boolean tryStart(Runnable work) {
        return start(work);
      }

      @Override
      public boolean isCrowded() {
        return statements.sum() + helping.get() > cores;
      }

      @Override
      public long sizeBytes(KeyRange range) {
        return store.approximateSizeBytes(range);
      }

      @Override
      public Threads threads() {
        return threads;
      }

      @Override
      public void enter() {
        statements.increment();
      }

      @Override
      public void exit() {
        statements.decrement();
      }
    };
  }

  private boolean start(Runnable work) {
    int before = helping.get();
    if (statements.sum() + before >= cores || !helping.compareAndSet(before, before + 1)) {
      return false;
    }
    try {
      pool.execute(
          () -> {
            try {
              work.run();
            } finally {
              helping.decrementAndGet();
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      // The instance closes, or the last helper has not quite gone.
      helping.decrementAndGet();
      return false;
    }
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
