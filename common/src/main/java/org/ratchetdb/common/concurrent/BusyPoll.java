package org.ratchetdb.common.concurrent;

import java.util.concurrent.atomic.AtomicInteger;
import org.ratchetdb.common.time.SystemTicker;
import org.ratchetdb.common.time.Ticker;

/**
 * Looks for what the other end of a connection is about to send a little longer before its thread
 * goes to sleep: to be woken costs more than a short answer takes. That takes a processor from
 * others, so it is done only while hardly another connection of this process is engaged, and ever
 * less often while nothing comes in time. Each connection has one; owned by its thread.
 */
public final class BusyPoll {
  /** What the connections of a process know of each other. Thread-safe. */
  static final class Shared {
    private final int engagedMax;
    private final AtomicInteger engaged = new AtomicInteger();

    Shared(int processors) {
      this.engagedMax = processors / 2;
    }

    boolean isIdle() {
      return engaged.get() <= engagedMax;
    }
  }

  /** One look, which does not wait. */
  @FunctionalInterface
  public interface Look<E extends Exception> {
    /** How much is there; 0 for nothing. */
    int count() throws E;
  }

  private static final Shared PROCESS = new Shared(Runtime.getRuntime().availableProcessors());

  /** Longest time that a thread stays awake for nothing. */
  private static final long POLL_NANOS_MAX = 50_000;

  /** One poll in so many takes place at least, to notice that the other end has become faster. */
  private static final int LEFT_OUT_MAX = 64;

  private final Shared shared;
  private final Ticker ticker;

  private boolean engaged;

  /** How many polls to leave out now. */
  private int leaveOut;

  /** How many to leave out when the next finds nothing. */
  private int leaveOutNext = 1;

  public BusyPoll() {
    this(PROCESS, new SystemTicker());
  }

  BusyPoll(Shared shared, Ticker ticker) {
    this.shared = shared;
    this.ticker = ticker;
  }

  /** A request is under way on this connection. */
  public void engage() {
    if (!engaged) {
      engaged = true;
      shared.engaged.incrementAndGet();
    }
  }

  /** Nothing is under way on this connection. */
  public void disengage() {
    if (engaged) {
      engaged = false;
      shared.engaged.decrementAndGet();
    }
  }

  /**
   * Looks until something is there, or it is better to sleep. Finds nothing unless engaged.
   *
   * @return what the last look found; 0 when the caller should wait for it
   */
  public <E extends Exception> int poll(Look<E> look) throws E {
    if (!engaged || !shared.isIdle()) {
      return 0;
    }
    if (leaveOut > 0) {
      leaveOut--;
      return 0;
    }
    long begin = ticker.nanos();
    do {
      int found = look.count();
      if (found != 0) {
        leaveOutNext = 1;
        return found;
      }
      Thread.onSpinWait();
    } while (shared.isIdle() && ticker.nanos() - begin < POLL_NANOS_MAX);
    leaveOut = leaveOutNext;
    leaveOutNext = Math.min(leaveOutNext * 2, LEFT_OUT_MAX);
    return 0;
  }
}
