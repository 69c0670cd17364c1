package org.ratchetdb.common.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose time is a {@link ManualClock}: work runs inside {@link #advance}, on the
 * caller's thread, in order of due time and then of scheduling. Thread-safe.
 */
public final class ManualScheduler implements Scheduler {
  private final ManualClock clock;
  private final PriorityQueue<Entry> queue =
      new PriorityQueue<>(
          Comparator.comparingLong((Entry e) -> e.dueNanos).thenComparingLong(e -> e.sequence));
  private long sequence;
  private boolean closed;

  public ManualScheduler(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public Task schedule(Duration delay, Runnable work) {
    return add(delay, work, null);
  }

  @Override
  public Task scheduleWithFixedDelay(Duration delay, Runnable work) {
    return add(delay, work, delay);
  }

  /** Moves the clock and runs everything that becomes due, each at its own time. */
  public void advance(Duration by) {
    long targetNanos = clock.nanos() + by.toNanos();
    while (true) {
      Entry due = pollDue(targetNanos);
      if (due == null) {
        break;
      }
      if (due.dueNanos > clock.nanos()) {
        clock.advance(Duration.ofNanos(due.dueNanos - clock.nanos()));
      }
      due.work.run();
      requeue(due);
    }
    if (targetNanos > clock.nanos()) {
      clock.advance(Duration.ofNanos(targetNanos - clock.nanos()));
    }
  }

  /** Runs what is due without moving the clock. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  /** How many pieces of work wait. */
  public synchronized int pending() {
    return queue.size();
  }

  @Override
  public synchronized void close() {
    closed = true;
    List<Entry> rest = new ArrayList<>(queue);
    queue.clear();
    rest.forEach(e -> e.cancelled = true);
  }

  private synchronized Task add(Duration delay, Runnable work, @Nullable Duration repeat) {
    if (closed) {
      throw new IllegalStateException("Scheduler is closed");
    }
    Entry entry = new Entry(work, repeat, clock.nanos() + delay.toNanos(), sequence++);
    queue.add(entry);
    return () -> cancel(entry);
  }

  private synchronized void cancel(Entry entry) {
    entry.cancelled = true;
    queue.remove(entry);
  }

  private synchronized @Nullable Entry pollDue(long targetNanos) {
    Entry first = queue.peek();
    if (first == null || first.dueNanos > targetNanos) {
      return null;
    }
    return queue.poll();
  }

  private synchronized void requeue(Entry entry) {
    if (entry.repeat != null && !entry.cancelled && !closed) {
      entry.dueNanos = clock.nanos() + entry.repeat.toNanos();
      entry.sequence = sequence++;
      queue.add(entry);
    }
  }

  private static final class Entry {
    final Runnable work;
    final @Nullable Duration repeat;
    long dueNanos;
    long sequence;
    boolean cancelled;

    Entry(Runnable work, @Nullable Duration repeat, long dueNanos, long sequence) {
      this.work = work;
      this.repeat = repeat;
      this.dueNanos = dueNanos;
      this.sequence = sequence;
    }
  }
}
