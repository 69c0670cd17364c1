package org.ratchetdb.tests.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;

/** A reentrant pair of locks. */
final class SimulatedReadWriteLock implements ReadWriteLock {
  private final World world;
  private final String name;

  /** The JDK's lets new readers wait while a writer is first in the queue; none need. */
  private final boolean readersWaitForWriters;

  /** Each reader as often as it holds the lock. */
  private final List<Task> readers = new ArrayList<>();

  private @Nullable Task writer;
  private int writeHolds;
  private int writersWaiting;

  private final Lock readLock =
      new Side() {
        @Override
        boolean isFree(Task self) {
          if (writer != null) {
            return writer == self;
          }
          return !readersWaitForWriters || writersWaiting == 0 || readers.contains(self);
        }

        @Override
        void take(Task self) {
          readers.add(self);
        }

        @Override
        void give(Task self) {
          if (!readers.remove(self)) {
            throw new IllegalMonitorStateException(name + " is not held for reading");
          }
        }
      };

  private final Lock writeLock =
      new Side() {
        @Override
        boolean isFree(Task self) {
          return writer == self || (writer == null && readers.isEmpty());
        }

        @Override
        void waiting(int change) {
          writersWaiting += change;
        }

        @Override
        void take(Task self) {
          writer = self;
          writeHolds++;
        }

        @Override
        void give(Task self) {
          if (writer != self) {
            throw new IllegalMonitorStateException(name + " is not held for writing");
          }
          if (--writeHolds == 0) {
            writer = null;
          }
        }
      };

  SimulatedReadWriteLock(World world, String name, boolean readersWaitForWriters) {
    this.world = world;
    this.name = name;
    this.readersWaitForWriters = readersWaitForWriters;
  }

  @Override
  public Lock readLock() {
    return readLock;
  }

  @Override
  public Lock writeLock() {
    return writeLock;
  }

  @Override
  public String toString() {
    return name + " read by " + readers + ", written by " + writer;
  }

  private abstract class Side implements Lock {
    abstract boolean isFree(Task self);

    abstract void take(Task self);

    abstract void give(Task self);

    void waiting(int change) {}

    @Override
    public void lock() {
      world.unlessDying(
          () -> {
            world.point("lock");
            acquire(Long.MAX_VALUE);
          });
    }

    private boolean acquire(long deadlineNanos) {
      Task self = world.current();
      if (!isFree(self)) {
        waiting(1);
        boolean inTime = true;
        while (!isFree(self) && inTime) {
          inTime = world.block(SimulatedReadWriteLock.this, deadlineNanos);
        }
        waiting(-1);
        world.wake(SimulatedReadWriteLock.this);
        if (!isFree(self)) {
          return false;
        }
      }
      take(self);
      return true;
    }

    @Override
    public void lockInterruptibly() {
      lock();
    }

    @Override
    public boolean tryLock() {
      world.point("tryLock");
      Task self = world.current();
      if (!isFree(self)) {
        return false;
      }
      take(self);
      return true;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
      world.point("tryLock");
      return acquire(world.nanos() + unit.toNanos(time));
    }

    @Override
    public void unlock() {
      if (world.isDying()) {
        return;
      }
      give(world.current());
      world.wake(SimulatedReadWriteLock.this);
      world.pointAfter("unlock");
    }

    @Override
    public Condition newCondition() {
      throw new UnsupportedOperationException("Nobody needs it");
    }
  }
}
