package org.ratchetdb.tests.simulation.world;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of a world. All but {@link #go} belongs to whoever has the baton. */
final class Task {
  enum State {
    RUNNABLE,
    WAITING,
    DONE
  }

  final int id;
  final String name;
  final @Nullable SimulatedProcess process;

  /** Whether the world goes on for its sake. */
  final boolean client;

  final Thread thread;
  State state = State.RUNNABLE;

  /** What it waits for, while it waits. */
  @Nullable Object waitingFor;

  /** When the wait ends by itself. */
  long deadlineNanos;

  boolean timedOut;

  /** An unpark that no park has used. */
  boolean permit;

  /** For strategies with priorities: the largest goes first. */
  long priority;

  /** Whether it is on its way out, because its process died or the world is over. */
  boolean dying;

  private volatile boolean go;

  Task(
      int id,
      String name,
      @Nullable SimulatedProcess process,
      boolean client,
      Runnable underBaton) {
    this.id = id;
    this.name = name;
    this.process = process;
    this.client = client;
    this.thread =
        new Thread(
            () -> {
              awaitBaton();
              underBaton.run();
            },
            "sim-" + name);
    thread.setDaemon(true);
  }

  /** Lets it run. */
  void giveBaton() {
    go = true;
    LockSupport.unpark(thread);
  }

  /** Blocks its own thread until it may run. */
  void awaitBaton() {
    while (!go) {
      LockSupport.park(this);
    }
    go = false;
  }

  @Override
  public String toString() {
    return name;
  }
}
