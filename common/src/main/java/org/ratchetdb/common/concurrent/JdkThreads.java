package org.ratchetdb.common.concurrent;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads and locks of the JDK. Tests extend it to make something happen at a step. */
public class JdkThreads extends Threads {
  /** The one that does nothing at steps. */
  public static final Threads INSTANCE = new JdkThreads();

  protected JdkThreads() {}

  @Override
  public Lock newLock() {
    return new ReentrantLock();
  }

  @Override
  public Lock newFairLock() {
    return new ReentrantLock(true);
  }

  @Override
  public ReadWriteLock newReadWriteLock() {
    return new ReentrantReadWriteLock();
  }

  @Override
  public void park(Object blocker) {
    LockSupport.park(blocker);
  }

  @Override
  public void parkNanos(Object blocker, long nanos) {
    LockSupport.parkNanos(blocker, nanos);
  }

  @Override
  public void unpark(Thread thread) {
    LockSupport.unpark(thread);
  }

  @Override
  public Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void step(String point) {}
}
