package org.ratchetdb.common.concurrent;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * Where threads meet: locks, waits, new threads, and the named steps between which a process may
 * stop. Everything that can wait, or hold something while others wait, takes one instead of using
 * the JDK's classes, so that tests can choose who goes on and what fails. Thread-safe.
 *
 * <p>A class rather than an interface: while a process has loaded one implementation, its calls
 * compile to what they hide.
 */
public abstract class Threads {
  /** A reentrant lock. */
  public abstract Lock newLock();

  /** A reentrant lock that whoever waits longest gets next. */
  public abstract Lock newFairLock();

  /** A reentrant pair of locks. */
  public abstract ReadWriteLock newReadWriteLock();

  /**
   * Waits until the calling thread is unparked or interrupted. May return for no reason, so callers
   * look at their condition in a loop; and an {@link #unpark} that came first is not lost.
   *
   * @param blocker what is waited for, for thread dumps
   */
  public abstract void park(Object blocker);

  /** As {@link #park}, at most so long; returns at once when the time is not positive. */
  public abstract void parkNanos(Object blocker, long nanos);

  /** Lets a parked thread go on, or its next park return at once. */
  public abstract void unpark(Thread thread);

  /** Starts a thread that does not keep the process alive. */
  public abstract Thread start(String name, Runnable work);

  /**
   * Says that the caller has come to a named point. Does nothing but in tests, where it may switch
   * to another thread, wait, throw, or end the process. Never called while a Java monitor is held.
   * An exception from here has the effect of a failure at that place.
   *
   * @param point a constant such as {@code commit.stamped}
   */
  public abstract void step(String point);
}
