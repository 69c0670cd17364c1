package org.ratchetdb.tests.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.Ticker;

/**
 * One run: threads of which one goes at a time, a clock that jumps, and the seed that decides. Used
 * for one {@link #run}; its methods are for whoever has the baton.
 */
public final class World implements Ticker {
  /** Real time a world may take; only a bug of the simulation itself takes longer. */
  private static final long REAL_SECONDS_MAX = 120;

  private static final long START_NANOS = 1_704_067_200_000_000_000L;

  /** Virtual time without any client going on, after which it counts as stuck. */
  private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long VIRTUAL_NANOS_MAX = TimeUnit.HOURS.toNanos(2);

  private final long seed;
  private final WorldOptions options;
  private final SplittableRandom roots;
  private final SplittableRandom random;
  private final Strategy strategy;
  private final Trace trace;
  private final List<Task> tasks = new ArrayList<>();
  private final List<Task> runnable = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final int tickNanosMax;
  private final int jumpOneIn;
  private @Nullable Task current;
  private long nanos = START_NANOS;
  private long progressNanos = START_NANOS;
  private long steps;
  private int taskIds;
  private @Nullable SimulationFailure failure;

  public World(long seed, WorldOptions options) {
    this.seed = seed;
    this.options = options;
    this.roots = new SplittableRandom(seed);
    this.random = roots.split();
    SplittableRandom choice = roots.split();
    this.strategy = options.strategy() == null ? Strategy.of(choice) : options.strategy();
    this.tickNanosMax = isExplored() ? 0 : choice.nextInt(3) * 5_000;
    this.jumpOneIn = !isExplored() && choice.nextInt(3) == 0 ? 300 : 0;
    this.trace = new Trace(options.keepsTrace());
  }

  public long seed() {
    return seed;
  }

  public Trace trace() {
    return trace;
  }

  /** Whether every order of threads is tried, so that nothing else may be left to chance. */
  boolean isExplored() {
    return options.strategy() != null;
  }

  /** A source of its own for some part of the run. */
  public SplittableRandom newRandom() {
    return roots.split();
  }

  @Override
  public long nanos() {
    return nanos;
  }

  /** Number of points passed so far. */
  public long steps() {
    return steps;
  }

  // ---- the run

  /**
   * Runs the work as the first thread and returns when all clients have ended. Fails with {@link
   * SimulationFailure} when one of them throws or nothing goes on.
   */
  public void run(Runnable work) {
    Task first = newTask("main", null, true, work);
    first.thread.start();
    current = first;
    first.giveBaton();
    try {
      if (!over.await(REAL_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new SimulationFailure(
            seed, "Takes forever in real time, in " + stackOfCurrent(), trace.tail(), null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationFailure(seed, "Interrupted", trace.tail(), e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private String stackOfCurrent() {
    Task task = current;
    StringBuilder text = new StringBuilder(String.valueOf(task));
    if (task != null) {
      for (StackTraceElement element : task.thread.getStackTrace()) {
        text.append("\n    at ").append(element);
      }
    }
    return text.toString();
  }

  /** Starts a thread; a world without clients left is over. */
  Task start(String name, @Nullable SimulatedProcess process, boolean client, Runnable work) {
    if (current().dying) {
      throw new SimulatedDeath();
    }
    Task task = newTask(name, process, client, work);
    task.thread.start();
    log("start " + name);
    return task;
  }

  private Task newTask(
      String name, @Nullable SimulatedProcess process, boolean client, Runnable work) {
    Task[] self = new Task[1];
    Task task = new Task(taskIds++, name, process, client, () -> body(self[0], work));
    self[0] = task;
    strategy.started(task);
    tasks.add(task);
    return task;
  }

  private void body(Task task, Runnable work) {
    try {
      if (!task.dying) {
        work.run();
      }
    } catch (SimulatedDeath e) {
      // It was to end.
    } catch (Throwable e) {
      if (!task.dying) {
        fail(task.name + " failed: " + e, e);
      }
    }
    end(task);
  }

  private void end(Task task) {
    task.state = Task.State.DONE;
    tasks.remove(task);
    log("end");
    wake(task);
    if (tasks.stream().noneMatch(t -> t.client)) {
      killAll();
    }
    if (tasks.isEmpty()) {
      current = null;
      over.countDown();
      return;
    }
    handTo(next(null));
  }

  private void fail(String message, @Nullable Throwable cause) {
    if (failure == null) {
      failure = new SimulationFailure(seed, message + "\n" + waits(), trace.tail(), cause);
    }
    killAll();
  }

  /** Ends the run as a failure; does not return. */
  public SimulatedDeath failNow(String message) {
    fail(message, null);
    throw new SimulatedDeath();
  }

  private void killAll() {
    tasks.forEach(this::kill);
  }

  /** Makes a thread end at the place where it stands. */
  void kill(Task task) {
    task.dying = true;
    if (task.state == Task.State.WAITING) {
      task.state = Task.State.RUNNABLE;
    }
  }

  private String waits() {
    StringBuilder text = new StringBuilder();
    for (Task task : tasks) {
      text.append(task.name).append(' ').append(task.state);
      if (task.state == Task.State.WAITING) {
        text.append(" for ").append(task.waitingFor);
        if (task.deadlineNanos != Long.MAX_VALUE) {
          text.append(" until ").append(task.deadlineNanos / 1_000);
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  // ---- for whoever has the baton

  Task current() {
    Task task = current;
    if (task == null || Thread.currentThread() != task.thread) {
      throw new IllegalStateException(
          "A thread from outside the world: " + Thread.currentThread().getName());
    }
    return task;
  }

  /** Whether the calling thread is on its way out: it must not wait, and touches nothing. */
  boolean isDying() {
    return current().dying;
  }

  /** Writes a line into the trace, unless the calling thread is on its way out: then it ends. */
  public void note(String what) {
    Task task = current;
    if (task != null && task.dying) {
      throw new SimulatedDeath();
    }
    log(what);
  }

  void log(String what) {
    Task task = current;
    trace.add(nanos, task == null ? "world" : task.name, what, task == null || task.client);
  }

  /** Others may go first here. */
  void point(String what) {
    Task task = current();
    if (task.dying) {
      throw new SimulatedDeath();
    }
    log(what);
    steps++;
    if (steps > options.stepsMax()) {
      throw failNow("Made " + steps + " steps: nobody gets anywhere");
    }
    passTime();
    switchTo(next(task));
    if (task.dying) {
      throw new SimulatedDeath();
    }
  }

  /** As {@link #point}, most times nothing: for the many places where little can happen. */
  void lightPoint(String what) {
    if (random.nextInt(options.lightPointOneIn()) == 0) {
      point(what);
    }
  }

  /** As {@link #lightPoint}, after something that never fails. */
  void pointAfter(String what) {
    unlessDying(() -> lightPoint(what));
  }

  /**
   * Does something that never fails, so that not even a dying thread ends here: it does nothing,
   * and ends at its next step.
   */
  void unlessDying(Runnable work) {
    if (!current().dying) {
      try {
        work.run();
      } catch (SimulatedDeath e) {
        // See above.
      }
    }
  }

  private void passTime() {
    if (tickNanosMax > 0) {
      nanos += random.nextInt(tickNanosMax);
    }
    if (jumpOneIn > 0 && random.nextInt(jumpOneIn) == 0) {
      // The others are slow, or the machine was: what is due next comes first.
      long deadline = earliestDeadline();
      if (deadline != Long.MAX_VALUE) {
        nanos = Math.max(nanos, deadline);
      }
    }
    timeOut();
  }

  private long earliestDeadline() {
    long earliest = Long.MAX_VALUE;
    for (Task task : tasks) {
      if (task.state == Task.State.WAITING) {
        earliest = Math.min(earliest, task.deadlineNanos);
      }
    }
    return earliest;
  }

  private void timeOut() {
    for (Task task : tasks) {
      if (task.state == Task.State.WAITING && task.deadlineNanos <= nanos) {
        task.timedOut = true;
        task.state = Task.State.RUNNABLE;
      }
    }
  }

  /** The thread that runs next; lets the clock jump when nobody can. */
  private Task next(@Nullable Task running) {
    while (true) {
      runnable.clear();
      for (Task task : tasks) {
        if (task.state == Task.State.RUNNABLE) {
          runnable.add(task);
        }
      }
      if (!runnable.isEmpty()) {
        Task picked = runnable.size() == 1 ? runnable.get(0) : strategy.pick(runnable, running);
        if (picked.client) {
          progressNanos = nanos;
        }
        return picked;
      }
      long deadline = earliestDeadline();
      if (deadline == Long.MAX_VALUE
          || (deadline - progressNanos > STUCK_NANOS && clientsWaitForever())
          || deadline - START_NANOS > VIRTUAL_NANOS_MAX) {
        fail("Deadlock or lost wake-up: nobody can go on", null);
        continue;
      }
      nanos = deadline;
      timeOut();
    }
  }

  private boolean clientsWaitForever() {
    return tasks.stream().noneMatch(t -> t.client && t.deadlineNanos != Long.MAX_VALUE);
  }

  private void switchTo(Task task) {
    Task self = current();
    if (task != self) {
      handTo(task);
      self.awaitBaton();
    }
  }

  private void handTo(Task task) {
    current = task;
    task.giveBaton();
  }

  /**
   * Waits until woken or the deadline; true when it was woken. Whoever calls looks at its condition
   * again.
   */
  boolean block(Object on, long deadlineNanos) {
    Task task = current();
    if (task.dying) {
      throw new SimulatedDeath();
    }
    steps++;
    if (steps > options.stepsMax()) {
      throw failNow("Made " + steps + " steps: nobody gets anywhere");
    }
    task.state = Task.State.WAITING;
    task.waitingFor = on;
    task.deadlineNanos = deadlineNanos;
    task.timedOut = false;
    log("wait");
    switchTo(next(null));
    task.waitingFor = null;
    if (task.dying) {
      throw new SimulatedDeath();
    }
    return !task.timedOut;
  }

  /** Lets go on whoever waits for the object. */
  void wake(Object on) {
    for (Task task : tasks) {
      if (task.state == Task.State.WAITING && task.waitingFor == on) {
        task.state = Task.State.RUNNABLE;
      }
    }
  }

  /** Waits so long. */
  public void sleep(long sleepNanos) {
    Object nobody = "time";
    long until = nanos + sleepNanos;
    while (nanos < until) {
      block(nobody, until);
    }
  }

  /** Waits until all threads of the process have ended. */
  public void awaitEnd(SimulatedProcess process) {
    awaitEnd(process, false);
  }

  /** Waits until the process has no clients left; what works in the background may go on. */
  public void awaitClients(SimulatedProcess process) {
    awaitEnd(process, true);
  }

  private void awaitEnd(SimulatedProcess process, boolean clientsOnly) {
    while (true) {
      Task left = null;
      for (Task task : tasks) {
        if (task.process == process && (task.client || !clientsOnly)) {
          left = task;
          break;
        }
      }
      if (left == null) {
        return;
      }
      block(left, Long.MAX_VALUE);
    }
  }

  @Nullable Task taskOf(Thread thread) {
    for (Task task : tasks) {
      if (task.thread == thread) {
        return task;
      }
    }
    return null;
  }

  List<Task> tasksOf(SimulatedProcess process) {
    return tasks.stream().filter(task -> task.process == process).toList();
  }
}
