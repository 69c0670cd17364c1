package org.ratchetdb.engine.sysview;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.activity.ActiveSession;
import org.ratchetdb.engine.activity.ActiveSessions;
import org.ratchetdb.engine.activity.ActiveTransaction;

/** Which session a transaction of the store belongs to, as of one look. */
final class TransactionOwners {
  private final Map<Long, ActiveSession> sessions = new HashMap<>();

  TransactionOwners(ActiveSessions active) {
    for (ActiveSession session : active.all()) {
      ActiveTransaction transaction = session.activeTransaction();
      if (transaction != null && !transaction.readOnly()) {
        sessions.put(transaction.id(), session);
      }
    }
  }

  /** Null for a transaction of the database's own, say one that builds an index. */
  @Nullable Long sessionOf(long transactionId) {
    ActiveSession session = sessions.get(transactionId);
    return session == null ? null : (long) session.id();
  }
}
