package org.ratchetdb.tests.process;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;

/**
 * The JDK's threads in a process that ends at a chosen step, at once and without a last word, as if
 * killed. Thread-safe.
 */
public final class HaltingThreads extends Threads {
  /** Exit status of a process that came to its end here. */
  public static final int EXIT_STATUS = 77;

  private final Threads real = JdkThreads.INSTANCE;
  private final String point;
  private final AtomicInteger hitsLeft;

  /**
   * @param point where to end
   * @param hit at which time the process comes there, from 1
   */
  public HaltingThreads(String point, int hit) {
    this.point = point;
    this.hitsLeft = new AtomicInteger(hit);
  }

  /** Ends the process at the next time, however many were to come before. */
  public void hurry() {
    hitsLeft.updateAndGet(left -> Math.min(left, 1));
  }

  @Override
  public void step(String at) {
    if (at.equals(point) && hitsLeft.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(EXIT_STATUS);
    }
  }

  @Override
  public Lock newLock() {
    return real.newLock();
  }

  @Override
  public Lock newFairLock() {
    return real.newFairLock();
  }

  @Override
  public ReadWriteLock newReadWriteLock() {
    return real.newReadWriteLock();
  }

  @Override
  public void park(Object blocker) {
    real.park(blocker);
  }

  @Override
  public void parkNanos(Object blocker, long nanos) {
    real.parkNanos(blocker, nanos);
  }

  @Override
  public void unpark(Thread thread) {
    real.unpark(thread);
  }

  @Override
  public Thread start(String name, Runnable work) {
    return real.start(name, work);
  }
}
