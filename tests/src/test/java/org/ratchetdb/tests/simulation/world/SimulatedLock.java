package org.ratchetdb.tests.simulation.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** A reentrant lock whose waiters go on in an order the seed chooses, or in turn. */
final class SimulatedLock implements Lock {
  private final World world;
  private final String name;
  private final boolean fair;
  private final Deque<Task> queue = new ArrayDeque<>();
  private @Nullable Task owner;
  private int holds;

  SimulatedLock(World world, String name, boolean fair) {
    this.world = world;
    this.name = name;
    this.fair = fair;
  }

  @Override
  public void lock() {
    world.unlessDying(
        () -> {
          world.lightPoint("lock");
          acquire(Long.MAX_VALUE);
        });
  }

  @Override
  public void lockInterruptibly() {
    lock();
  }

  @Override
  public boolean tryLock() {
    world.point("tryLock");
    if (owner != null && owner != world.current()) {
      return false;
    }
    take();
    return true;
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) {
    world.point("tryLock");
    return acquire(world.nanos() + unit.toNanos(time));
  }

  private boolean acquire(long deadlineNanos) {
    Task self = world.current();
    if (owner == self) {
      holds++;
      return true;
    }
    if (owner == null && (!fair || queue.isEmpty())) {
      take();
      return true;
    }
    queue.addLast(self);
    while (owner != null || (fair && queue.peekFirst() != self)) {
      if (!world.block(this, deadlineNanos)) {
        queue.remove(self);
        world.wake(this);
        return false;
      }
    }
    queue.remove(self);
    take();
    return true;
  }

  private void take() {
    owner = world.current();
    holds++;
  }

  @Override
  public void unlock() {
    if (world.isDying()) {
      return;
    }
    release(1);
    world.pointAfter("unlock");
  }

  private void release(int count) {
    if (owner != world.current()) {
      throw new IllegalMonitorStateException(name + " is not held");
    }
    holds -= count;
    if (holds == 0) {
      owner = null;
      world.wake(this);
    }
  }

  @Override
  public Condition newCondition() {
    return new SimulatedCondition();
  }

  @Override
  public String toString() {
    return name + (owner == null ? "" : " held by " + owner.name);
  }

  /** One wait of one thread. */
  private static final class Waiter {
    boolean signalled;

    @Override
    public String toString() {
      return "signal";
    }
  }

  private final class SimulatedCondition implements Condition {
    private final List<Waiter> waiters = new ArrayList<>();

    private boolean waitUntil(long deadlineNanos) {
      world.point("await");
      Waiter waiter = new Waiter();
      waiters.add(waiter);
      int held = holds;
      release(held);
      boolean inTime = true;
      while (!waiter.signalled && inTime) {
        inTime = world.block(waiter, deadlineNanos);
      }
      waiters.remove(waiter);
      acquire(Long.MAX_VALUE);
      holds = held;
      return waiter.signalled;
    }

    @Override
    public void await() {
      waitUntil(Long.MAX_VALUE);
    }

    @Override
    public void awaitUninterruptibly() {
      waitUntil(Long.MAX_VALUE);
    }

    @Override
    public long awaitNanos(long nanosTimeout) {
      long deadline = world.nanos() + nanosTimeout;
      waitUntil(deadline);
      return deadline - world.nanos();
    }

    @Override
    public boolean await(long time, TimeUnit unit) {
      return waitUntil(world.nanos() + unit.toNanos(time));
    }

    @Override
    public boolean awaitUntil(Date deadline) {
      throw new UnsupportedOperationException("Simulated time has no dates");
    }

    @Override
    public void signal() {
      if (!world.isDying() && !waiters.isEmpty()) {
        wake(waiters.remove(0));
      }
    }

    @Override
    public void signalAll() {
      if (!world.isDying()) {
        List.copyOf(waiters).forEach(this::wake);
        waiters.clear();
      }
    }

    private void wake(Waiter waiter) {
      waiter.signalled = true;
      world.wake(waiter);
    }
  }
}
