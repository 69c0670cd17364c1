package org.ratchetdb.pgwire.session;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.pgwire.message.ErrorResponse;

/**
 * PostgreSQL's rules of transactions over an engine session: several statements of one query (or of
 * one pipeline up to its Sync) form an implicit transaction, BEGIN inside turns it into a block,
 * and a block in which something failed takes nothing but its end. Owned by one thread.
 *
 * <p>A statement that stands alone runs in the engine's autocommit, which retries it by itself when
 * it loses a lock. A failed block without savepoints holds no locks while the client thinks: the
 * engine rolls it back at once and remembers the failure until the client ends the block.
 */
final class TransactionControl {
  private static final Set<String> ENDS = Set.of("COMMIT", "END", "ROLLBACK", "ABORT");

  private static final Pattern ROLLBACK_TO =
      Pattern.compile("\\bROLLBACK\\s+((WORK|TRANSACTION)\\s+)?TO\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern AND_CHAIN =
      Pattern.compile("\\bAND\\s+CHAIN\\b", Pattern.CASE_INSENSITIVE);

  private final Session session;
  private final Consumer<ErrorResponse> notices;
  private boolean implicit;

  TransactionControl(Session session, Consumer<ErrorResponse> notices) {
    this.session = session;
    this.notices = notices;
  }

  /** The status byte of ReadyForQuery. */
  char status() {
    if (implicit) {
      return 'I';
    }
    return switch (session.transactionState()) {
      case IDLE -> 'I';
      case ACTIVE -> 'T';
      case FAILED -> 'E';
    };
  }

  /** Whether a statement alone before Sync would run in autocommit. */
  boolean isIdle() {
    return !implicit && session.transactionState() == TransactionState.IDLE;
  }

  /** Whether a statement that begins so ends a transaction block. */
  static boolean endsBlock(String firstWord) {
    return ENDS.contains(firstWord);
  }

  /** Refuses everything but the end of a failed block. */
  void requireUsable(String firstWord) {
    if (isFailed() && !ENDS.contains(firstWord)) {
      throw new DbException(
          ErrorCode.IN_FAILED_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  private boolean isFailed() {
    return session.transactionState() == TransactionState.FAILED;
  }

  /**
   * Runs a statement.
   *
   * @param firstWord of its text, upper case
   * @param alone whether no statement after it would share its implicit transaction
   */
  StatementResult run(
      PreparedQuery query, String firstWord, List<Value> parameters, boolean alone) {
    requireUsable(firstWord);
    switch (query.kind()) {
      case TRANSACTION_CONTROL -> {
        StatementResult ended = controlHere(query.sql(), firstWord);
        return ended != null ? ended : query.execute(parameters);
      }
      case DDL -> {
        commitImplicit();
        return query.execute(parameters);
      }
      case QUERY, DML -> {
        if (!alone) {
          beginImplicit();
        }
        return query.execute(parameters);
      }
      case SESSION -> {
        return query.execute(parameters);
      }
    }
    throw new AssertionError(query.kind());
  }

  /** Runs a DML statement once per row of parameters; other statements share its transaction. */
  long[] runBatch(PreparedQuery query, List<List<Value>> rows) {
    beginImplicit();
    return query.executeBatch(rows);
  }

  /** Ends the implicit transaction if there is one; at the end of a Query and at Sync. */
  void commitImplicit() {
    if (implicit) {
      implicit = false;
      session.commit();
    }
  }

  /** Ends the implicit transaction of a failed statement, or marks its block as failed. */
  void afterError() {
    if (implicit) {
      implicit = false;
      session.rollback();
    } else {
      session.fail();
    }
  }

  private void beginImplicit() {
    if (isIdle()) {
      session.execute("BEGIN").close();
      implicit = true;
    }
  }

  /** Statements that the wire answers itself, or null for those that the engine runs. */
  private @Nullable StatementResult controlHere(String sql, String firstWord) {
    boolean toSavepoint = ROLLBACK_TO.matcher(sql).find();
    return switch (firstWord) {
      case "BEGIN", "START" -> beginHere(firstWord);
      case "COMMIT", "END" -> endHere("COMMIT", sql);
      case "ROLLBACK", "ABORT" -> toSavepoint ? null : endHere("ROLLBACK", sql);
      default -> null;
    };
  }

  private @Nullable StatementResult beginHere(String firstWord) {
    String tag = firstWord.equals("BEGIN") ? "BEGIN" : "START TRANSACTION";
    if (implicit) {
      implicit = false; // what ran before belongs to the block
      return done(tag);
    }
    if (session.transactionState() == TransactionState.ACTIVE) {
      warn(ErrorCode.ACTIVE_TRANSACTION, "there is already a transaction in progress");
      return done(tag);
    }
    return null;
  }

  private @Nullable StatementResult endHere(String tag, String sql) {
    if (isFailed()) {
      return null;
    }
    boolean idle = session.transactionState() == TransactionState.IDLE;
    if ((idle || implicit) && AND_CHAIN.matcher(sql).find()) {
      throw new DbException(
          ErrorCode.NO_ACTIVE_TRANSACTION,
          tag + " AND CHAIN can only be used in transaction blocks");
    }
    if (idle || implicit) {
      warn(ErrorCode.NO_ACTIVE_TRANSACTION, "there is no transaction in progress");
      if (implicit && tag.equals("COMMIT")) {
        commitImplicit();
      } else if (implicit) {
        implicit = false;
        session.rollback();
      }
      return done(tag);
    }
    return null;
  }

  private void warn(ErrorCode code, String message) {
    if (session.setting("client_min_messages").equalsIgnoreCase("error")) {
      return;
    }
    notices.accept(ErrorResponse.of(ErrorResponse.WARNING, code.sqlState(), message));
  }

  private static StatementResult done(String tag) {
    return new StatementResult(null, -1, tag);
  }

  /** Whether a statement of that kind may change settings that clients are told of. */
  static boolean mayChangeSettings(StatementKind kind, String sql) {
    return switch (kind) {
      case SESSION, TRANSACTION_CONTROL -> true;
      case QUERY -> sql.contains("set_config");
      case DML, DDL -> false;
    };
  }
}
