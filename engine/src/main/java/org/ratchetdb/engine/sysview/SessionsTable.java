package org.ratchetdb.engine.sysview;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.activity.ActiveSession;
import org.ratchetdb.engine.activity.ActiveStatement;
import org.ratchetdb.engine.activity.ActiveTransaction;
import org.ratchetdb.engine.activity.DatabaseActivity;

/** RATCHET_SYS.SESSIONS: the open sessions of the database. */
final class SessionsTable extends SystemTable<SessionsTable.Seen> {
  private final DatabaseActivity activity;

  /** A session with what it did at one moment. */
  record Seen(
      ActiveSession session,
      @Nullable ActiveStatement statement,
      @Nullable ActiveTransaction transaction) {
    private String state() {
      if (statement != null) {
        return "RUNNING";
      }
      if (transaction == null && !session.isFailed()) {
        return "IDLE";
      }
      return session.isFailed() ? "IDLE IN FAILED TRANSACTION" : "IDLE IN TRANSACTION";
    }

    private @Nullable Long transactionId() {
      return transaction == null || transaction.readOnly() ? null : transaction.id();
    }

    private @Nullable String text() {
      return statement == null ? null : statement.sql();
    }

    private @Nullable Long statementBegan() {
      return statement == null ? null : statement.startedMicros();
    }

    private @Nullable String statementId() {
      return statement == null ? null : Long.toString(statement.id());
    }
  }

  SessionsTable(DatabaseActivity activity) {
    super(
        RATCHET_SYS,
        "SESSIONS",
        List.of(
            SystemColumn.integer("SESSION_ID", seen -> seen.session().id()),
            SystemColumn.string("USER_NAME", seen -> seen.session().user()),
            SystemColumn.string("APPLICATION_NAME", seen -> seen.session().application()),
            SystemColumn.time("OPENED_TIME", seen -> seen.session().openedMicros()),
            SystemColumn.string("STATE", Seen::state),
            SystemColumn.nullableInteger("TRANSACTION_ID", Seen::transactionId),
            SystemColumn.string("QUERY_ID", Seen::statementId),
            SystemColumn.string("TEXT", Seen::text),
            SystemColumn.time("START_TIME", Seen::statementBegan)));
    this.activity = activity;
  }

  @Override
  Iterable<Seen> items() {
    return activity.sessions().all().stream()
        .map(session -> new Seen(session, session.activeStatement(), session.activeTransaction()))
        .toList();
  }
}
