package org.ratchetdb.storage.txn;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;

/**
 * What views and transactions share: the flag that says a call is under way, so that closing the
 * store can wait for it, and the things to give back at the end. Owned by one thread at a time; the
 * store's closing thread takes over once no call is under way and none can begin, and so does a
 * thread that ends a transaction from outside, see {@link #freeIfIdle}.
 */
abstract class GuardedReader {
  private static final VarHandle BUSY;
  private static final VarHandle CALLS;
  private static final VarHandle OUTSIDER;

  private static final long OUTSIDER_POLL_NANOS = 50_000;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      BUSY = lookup.findVarHandle(GuardedReader.class, "busy", boolean.class);
      CALLS = lookup.findVarHandle(GuardedReader.class, "calls", long.class);
      OUTSIDER = lookup.findVarHandle(GuardedReader.class, "outsider", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final TransactionalStore store;
  final Version version = new Version();
  private final AtomicBoolean freed = new AtomicBoolean();
  private final List<StoreCursor> cursors = new ArrayList<>(2);

  @SuppressWarnings("UnusedVariable") // through BUSY
  private volatile boolean busy;

  @SuppressWarnings("UnusedVariable") // through CALLS
  private long calls;

  /** Whether another thread gives things back; calls that begin wait until it is done. */
  private volatile boolean outsider;

  GuardedReader(TransactionalStore store) {
    this.store = store;
  }

  /** Begins a call; every call ends with {@link #exit}. Fails once the store is closing. */
  final void enter() {
    // A full fence between this store and the load of the closed flag: either this thread sees that
    // the store closes, or the closing thread sees that this one is inside.
    BUSY.setVolatile(this, true);
    CALLS.setOpaque(this, calls + 1);
    while (outsider) {
      store.threads().parkNanos(this, OUTSIDER_POLL_NANOS);
    }
    if (store.isClosed()) {
      exit();
      throw new DbException(ErrorCode.UNAVAILABLE, "The database is closed");
    }
  }

  /** Lets the transaction look used. */
  final void countCall() {
    CALLS.getAndAdd(this, 1L);
  }

  final void exit() {
    BUSY.setRelease(this, false);
  }

  final boolean isBusy() {
    return (boolean) BUSY.getVolatile(this);
  }

  /** Number of calls so far; differs between two looks when there was one in between. */
  final long calls() {
    return (long) CALLS.getOpaque(this);
  }

  /** Fails when no read may begin. */
  abstract void checkReadable();

  /** Fails when what was just read must not be handed out. */
  abstract void checkWasReadable();

  /** The snapshot reads go to, or null for the newest versions. */
  abstract @Nullable SharedSnapshot snapshot();

  final void opened(StoreCursor cursor) {
    cursors.add(cursor);
  }

  void closed(StoreCursor cursor) {
    cursors.remove(cursor);
  }

  /**
   * Gives everything back for a reader whose calls all fail by now, on a thread that is not the
   * reader's; the store must not close meanwhile. Does nothing while a call is under way. False
   * when it did nothing.
   */
  final boolean freeIfIdle() {
    if (!OUTSIDER.compareAndSet(this, false, true)) {
      return false;
    }
    try {
      // As in enter(): either this thread sees the call, or the call sees this thread and waits.
      if (isBusy()) {
        return false;
      }
      free();
      freedByOutsider();
      return true;
    } finally {
      outsider = false;
    }
  }

  /** Lets go of what only later calls could want, which all fail. */
  void freedByOutsider() {}

  /**
   * Gives everything back, once: by the reader's own thread inside a call, or by a thread that may
   * take over.
   */
  final void free() {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    for (StoreCursor cursor : cursors) {
      cursor.freeStored();
    }
    cursors.clear();
    SharedSnapshot snapshot = snapshot();
    if (snapshot != null) {
      snapshot.release();
    }
    store.unregister(this);
  }
}
