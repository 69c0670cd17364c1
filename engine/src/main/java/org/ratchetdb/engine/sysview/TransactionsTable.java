package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.engine.activity.ActiveSession;
import org.ratchetdb.engine.activity.ActiveTransaction;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockInfo;

/** RATCHET_SYS.TRANSACTIONS: the open transactions of sessions. */
final class TransactionsTable extends SystemTable<TransactionsTable.Open> {
  private static final int LOCKS_MAX = 100_000;
  private static final double MICROS_PER_SECOND = 1e6;

  private final DatabaseActivity activity;
  private final KvStore store;

  /** A transaction, whose it is, and its locks. */
  record Open(
      ActiveSession session,
      ActiveTransaction transaction,
      long locksHeld,
      boolean waiting,
      long nowMicros) {
    private String state() {
      if (session.isFailed() || !transaction.open()) {
        return "FAILED";
      }
      if (waiting) {
        return "WAITING";
      }
      return session.activeStatement() == null ? "IDLE" : "RUNNING";
    }
  }

  TransactionsTable(DatabaseActivity activity, KvStore store) {
    super(
        RATCHET_SYS,
        "TRANSACTIONS",
        List.of(
            SystemColumn.nullableInteger(
                "TRANSACTION_ID",
                open -> open.transaction().readOnly() ? null : open.transaction().id()),
            SystemColumn.integer("SESSION_ID", open -> open.session().id()),
            SystemColumn.time("BEGIN_TIME", open -> open.transaction().beganMicros()),
            SystemColumn.string("STATE", Open::state),
            SystemColumn.string(
                "TRANSACTION_TAG",
                open -> open.transaction().tag().isEmpty() ? null : open.transaction().tag()),
            SystemColumn.string("ISOLATION_LEVEL", open -> open.transaction().isolation()),
            SystemColumn.flag("READ_ONLY", open -> open.transaction().readOnly()),
            SystemColumn.integer("LOCKS_HELD", Open::locksHeld),
            SystemColumn.integer("BUFFERED_BYTES", open -> open.transaction().bufferedBytes()),
            SystemColumn.nullableInteger(
                "WOUND_WAIT_ORDER",
                open -> open.transaction().readOnly() ? null : open.transaction().age()),
            SystemColumn.number(
                "AGE_SECONDS",
                open ->
                    (open.nowMicros() - open.transaction().beganMicros()) / MICROS_PER_SECOND)));
    this.activity = activity;
    this.store = store;
  }

  @Override
  Iterable<Open> items() {
    List<LockInfo> locks = store.locks(LOCKS_MAX);
    long now = activity.nowMicros();
    List<Open> open = new ArrayList<>();
    for (ActiveSession session : activity.sessions().all()) {
      ActiveTransaction transaction = session.activeTransaction();
      if (transaction != null) {
        long id = transaction.readOnly() ? -1 : transaction.id();
        long held = locks.stream().filter(l -> l.ownerId() == id && l.granted()).count();
        boolean waiting = locks.stream().anyMatch(l -> l.ownerId() == id && !l.granted());
        open.add(new Open(session, transaction, held, waiting, now));
      }
    }
    return open;
  }
}
