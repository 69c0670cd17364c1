package org.ratchetdb.tests.simulation.world;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.time.Clock;
import org.ratchetdb.common.time.Scheduler;

/**
 * A process of a world: its threads, locks, clock and background work, which all die together. The
 * classes under test take it for their {@link Threads}.
 */
public class SimulatedProcess extends Threads implements Clock {
  private static final int BACKGROUND_THREADS = 2;

  /** How many waits there are to one that ends for no reason, as waits may. */
  private static final int SPURIOUS_ONE_IN = 100;

  private static final Object UNPARK = "unpark";

  private final World world;
  private final String name;
  private final SplittableRandom random;
  private final SimulatedScheduler scheduler;
  private final boolean readersWaitForWriters;
  private int locks;
  private long skewMicros;
  private long crashAtStep = Long.MAX_VALUE;
  private @Nullable Runnable onCrash;
  private boolean dead;

  public SimulatedProcess(World world, String name) {
    this.world = world;
    this.name = name;
    this.random = world.newRandom();
    this.readersWaitForWriters = random.nextBoolean();
    this.scheduler = new SimulatedScheduler(world, this, BACKGROUND_THREADS);
  }

  public final String name() {
    return name;
  }

  public final World world() {
    return world;
  }

  final boolean readersWaitForWriters() {
    return readersWaitForWriters;
  }

  // ---- life and death

  /**
   * Lets the process die when it comes to a step, counted from now.
   *
   * @param lost what happens to the outside world at that moment
   */
  public void crashAfter(long steps, Runnable lost) {
    crashAtStep = world.steps() + steps;
    onCrash = lost;
  }

  /** Dies at once, if it did not yet; its own threads do not return from this. */
  public void crash() {
    if (!dead) {
      dead = true;
      world.log("crash of " + name);
      Runnable lost = onCrash;
      if (lost != null) {
        lost.run();
      }
      world.tasksOf(this).forEach(world::kill);
    }
    if (world.current().process == this) {
      throw new SimulatedDeath();
    }
  }

  public boolean isDead() {
    return dead;
  }

  /** Starts a thread that the world waits for. */
  public void startClient(String clientName, Runnable work) {
    world.start(clientName, this, true, work);
  }

  private void maybeCrash() {
    if (world.steps() >= crashAtStep && !dead && world.current().process == this) {
      crash();
    }
  }

  // ---- Threads

  @Override
  public Lock newLock() {
    return new SimulatedLock(world, name + ".lock" + ++locks, false);
  }

  @Override
  public Lock newFairLock() {
    return new SimulatedLock(world, name + ".lock" + ++locks, true);
  }

  @Override
  public ReadWriteLock newReadWriteLock() {
    return new SimulatedReadWriteLock(world, name + ".rwlock" + ++locks, readersWaitForWriters);
  }

  @Override
  public void park(Object blocker) {
    parkUntil(Long.MAX_VALUE);
  }

  @Override
  public void parkNanos(Object blocker, long nanos) {
    if (nanos > 0) {
      parkUntil(world.nanos() + nanos);
    }
  }

  private void parkUntil(long deadlineNanos) {
    world.point("park");
    maybeCrash();
    Task task = world.current();
    boolean spurious = !world.isExplored() && random.nextInt(SPURIOUS_ONE_IN) == 0;
    if (!task.permit && !spurious) {
      world.block(UNPARK, deadlineNanos);
    }
    task.permit = false;
  }

  @Override
  public void unpark(Thread thread) {
    if (world.isDying()) {
      return;
    }
    Task task = world.taskOf(thread);
    if (task != null) {
      world.log("unpark " + task.name);
      task.permit = true;
      if (task.state == Task.State.WAITING && UNPARK.equals(task.waitingFor)) {
        task.state = Task.State.RUNNABLE;
      }
    }
    world.pointAfter("unparked");
  }

  @Override
  public Thread start(String threadName, Runnable work) {
    return world.start(threadName, this, false, work).thread;
  }

  @Override
  public void step(String point) {
    world.point(point);
    maybeCrash();
  }

  // ---- time

  @Override
  public long nowMicros() {
    return Math.floorDiv(world.nanos(), 1_000L) + skewMicros;
  }

  /** Sets the clock, but not the ticker, as an operator may. */
  public void stepClock(Duration by) {
    skewMicros += by.toNanos() / 1_000;
    world.log("clock stepped by " + by);
  }

  /** Runs work on two threads of this process. */
  public Scheduler scheduler() {
    return scheduler;
  }
}
