package org.ratchetdb.storage.lock;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Lock;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.Ticker;

/**
 * Keeps two transactions that commit patches of one row apart, although their locks do not
 * conflict: whoever lays a patch over the newest version holds the key's latch from before it reads
 * that version until its own is published. Thread-safe.
 *
 * <p>No deadlock: latches are taken in the order of the keys, after all locks, and who has them
 * asks for nothing more but its place in the commit sequence. Waiters get a latch in the order of
 * coming.
 */
public final class CommitLatches {
  private static final int STRIPES = 16;

  private final Ticker ticker;
  private final Stripe[] stripes = new Stripe[STRIPES];

  private static final class Stripe {
    final Lock mutex;
    final Map<Key, Latch> latches = new HashMap<>();

    Stripe(Lock mutex) {
      this.mutex = mutex;
    }
  }

  /** Who has a key, and who wants it next. Guarded by the stripe. */
  private static final class Latch {
    LockOwner holder;
    final Queue<LockOwner> waiters = new ArrayDeque<>(0);

    Latch(LockOwner holder) {
      this.holder = holder;
    }
  }

  /** Creates latches that nobody holds. */
  public CommitLatches(Ticker ticker, Threads threads) {
    this.ticker = ticker;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(threads.newLock());
    }
  }

  private Stripe stripeOf(Key key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16) ^ (hash >>> 8)) & (STRIPES - 1)];
  }

  /**
   * Takes the latch of a key, which the owner does not have yet. Fails as a wait for a lock does
   * when the owner is wounded, cancelled, or past its deadline; the latch is then not taken.
   */
  public void acquire(LockOwner owner, Key key) {
    Stripe stripe = stripeOf(key);
    stripe.mutex.lock();
    try {
      Latch latch = stripe.latches.get(key);
      if (latch == null) {
        stripe.latches.put(key, new Latch(owner));
        return;
      }
      owner.prepareWait();
      latch.waiters.add(owner);
    } finally {
      stripe.mutex.unlock();
    }
    long end = owner.deadlineNanos();
    while (true) {
      LockOwner.Wake wake = owner.await(ticker, end);
      if (wake == LockOwner.Wake.SIGNALLED) {
        if (isHolder(stripe, key, owner)) {
          return;
        }
        continue;
      }
      giveUp(stripe, key, owner);
      switch (wake) {
        case LOST -> {
          owner.checkOpen();
          throw new IllegalStateException("Lost its transaction, yet it is open");
        }
        case CANCELLED ->
            throw new DbException(
                ErrorCode.CANCELLED, "Statement was cancelled while it waited to commit");
        case TIMED_OUT -> throw owner.timedOut(end);
        case SIGNALLED -> throw new IllegalStateException("Handled above");
      }
    }
  }

  private static boolean isHolder(Stripe stripe, Key key, LockOwner owner) {
    stripe.mutex.lock();
    try {
      Latch latch = stripe.latches.get(key);
      boolean mine = latch != null && latch.holder == owner;
      if (!mine) {
        owner.prepareWait();
      }
      return mine;
    } finally {
      stripe.mutex.unlock();
    }
  }

  private void giveUp(Stripe stripe, Key key, LockOwner owner) {
    stripe.mutex.lock();
    try {
      Latch latch = stripe.latches.get(key);
      if (latch != null && latch.waiters.remove(owner)) {
        return;
      }
    } finally {
      stripe.mutex.unlock();
    }
    release(owner, key); // it was handed over meanwhile
  }

  /** Gives a latch to who waits for it next. */
  public void release(LockOwner owner, Key key) {
    Stripe stripe = stripeOf(key);
    LockOwner next;
    stripe.mutex.lock();
    try {
      Latch latch = stripe.latches.get(key);
      if (latch == null || latch.holder != owner) {
        throw new IllegalStateException("Releasing a latch of another");
      }
      next = latch.waiters.poll();
      if (next == null) {
        stripe.latches.remove(key);
        return;
      }
      latch.holder = next;
    } finally {
      stripe.mutex.unlock();
    }
    next.signal();
  }

  /** Number of keys whose latch somebody has; for tests. */
  int size() {
    int count = 0;
    for (Stripe stripe : stripes) {
      stripe.mutex.lock();
      try {
        count += stripe.latches.size();
      } finally {
        stripe.mutex.unlock();
      }
    }
    return count;
  }
}
