package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.CommitStatistics;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.engine.api.TransactionMode;
import org.ratchetdb.engine.api.TransactionState;
import org.ratchetdb.engine.config.SessionSettings;
import org.ratchetdb.engine.config.SpannerSettings;
import org.ratchetdb.engine.result.StaticCursor;
import org.ratchetdb.engine.statement.CommandText;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;

/**
 * Runs statements about the session itself: transaction control, SET, SHOW, RESET, DISCARD. Owned
 * by one thread.
 */
final class SessionCommands {
  private static final Set<String> GOOGLE_SQL_BOOLEANS =
      Set.of("readonly", "autocommit", "return_commit_stats");

  private final EngineSession session;

  SessionCommands(EngineSession session) {
    this.session = session;
  }

  StatementResult run(SessionStatement statement, String sql) {
    if (statement instanceof SessionStatement.Prepare prepare) {
      session.prepareNamed(prepare, sql);
      return done("PREPARE");
    }
    if (statement instanceof SessionStatement.Begin begin) {
      session.begin(mode(begin.modes()));
      return done("BEGIN");
    }
    if (statement instanceof SessionStatement.Commit commit) {
      TransactionMode next = commit.chain() ? modeToRepeat("COMMIT") : null;
      boolean failed = session.transactionState() == TransactionState.FAILED;
      session.commit();
      beginNext(next);
      return done(failed ? "ROLLBACK" : "COMMIT");
    }
    if (statement instanceof SessionStatement.Rollback rollback) {
      TransactionMode next = rollback.chain() ? modeToRepeat("ROLLBACK") : null;
      session.rollback();
      beginNext(next);
      return done("ROLLBACK");
    }
    if (statement instanceof SessionStatement.SetTransaction set) {
      setTransaction(set);
      return done("SET");
    }
    if (statement instanceof SessionStatement.SetVariable set) {
      setVariable(set);
      return done("SET");
    }
    if (statement instanceof SessionStatement.Reset reset) {
      reset(reset.name());
      return done("RESET");
    }
    if (statement instanceof SessionStatement.Discard discard) {
      return discard(discard.kind());
    }
    if (statement instanceof SessionStatement.Deallocate deallocate) {
      session.deallocate(deallocate.name() == null ? null : deallocate.name().name());
      return done(deallocate.name() == null ? "DEALLOCATE ALL" : "DEALLOCATE");
    }
    if (statement instanceof SessionStatement.Savepoint savepoint) {
      session.block().setSavepoint(savepoint.name().name());
      return done("SAVEPOINT");
    }
    if (statement instanceof SessionStatement.ReleaseSavepoint release) {
      session.block().releaseSavepoint(release.name().name());
      return done("RELEASE");
    }
    if (statement instanceof SessionStatement.RollbackToSavepoint back) {
      session.block().rollbackTo(back.name().name());
      return done("ROLLBACK");
    }
    if (statement instanceof SessionStatement.CancelQuery cancel) {
      session.cancelStatement(cancel.id());
      return done("CALL");
    }
    if (statement instanceof SessionStatement.UseDatabase) {
      throw DbException.notSupported("USE").hint("Open a connection to the other database.");
    }
    return show(statement);
  }

  private StatementResult show(SessionStatement statement) {
    if (statement instanceof SessionStatement.ShowVariable show) {
      if (SessionSettings.key(show.name()).equals(SpannerSettings.COMMIT_RESPONSE)) {
        return rows(CommandText.COMMIT_RESPONSE_COLUMNS, List.of(commitResponse()));
      }
      String value = variable(show.name());
      return rows(List.of(show.name()), List.of(Collections.singletonList(value)));
    }
    if (statement instanceof SessionStatement.ShowAll) {
      List<List<@Nullable String>> rows = new ArrayList<>();
      for (Map.Entry<String, String> setting : session.settings().all()) {
        rows.add(Arrays.asList(setting.getKey(), variable(setting.getKey())));
      }
      return rows(List.of("name", "setting"), rows);
    }
    return session.shows().run(statement);
  }

  /** What SHOW shows; null for a timestamp that there is not. */
  @Nullable String variable(String name) {
    return switch (SessionSettings.key(name)) {
      case "transaction_isolation" -> isolationText();
      case "transaction_read_only" ->
          session.block().currentModeOrDefault().readOnly() ? "on" : "off";
      case SpannerSettings.READ_TIMESTAMP -> text(session.readTimestamp());
      case SpannerSettings.COMMIT_TIMESTAMP, SpannerSettings.COMMIT_RESPONSE ->
          text(session.commitTimestamp());
      case SpannerSettings.EARLIEST_VERSION_TIME -> text(session.shows().earliestVersionTime());
      case SpannerSettings.VERSION_RETENTION_PERIOD -> session.shows().retentionPeriod();
      default -> spelled(name, session.settings().get(name));
    };
  }

  /** Spanner's own variables show booleans in GoogleSQL's spelling there. */
  private String spelled(String name, String value) {
    boolean googleSql =
        session.dialect() == Dialect.GOOGLE_STANDARD_SQL
            && GOOGLE_SQL_BOOLEANS.contains(name.toLowerCase(Locale.ROOT));
    return googleSql ? (value.equals("on") ? "TRUE" : "FALSE") : value;
  }

  private List<@Nullable String> commitResponse() {
    CommitStatistics commit = session.timestamps().commit();
    if (commit == null) {
      return Arrays.asList(null, null);
    }
    boolean counted = session.settings().isOn(SpannerSettings.RETURN_COMMIT_STATS);
    return Arrays.asList(
        text(commit.timestamp()), counted ? Long.toString(commit.mutationCount()) : null);
  }

  private static @Nullable String text(@Nullable CommitTimestamp timestamp) {
    return timestamp == null ? null : TimestampBound.format(timestamp);
  }

  private String isolationText() {
    return session.block().currentModeOrDefault().isolation()
            == TransactionMode.Isolation.REPEATABLE_READ
        ? "repeatable read"
        : "serializable";
  }

  private TransactionMode mode(SessionStatement.TransactionModes modes) {
    return mode(modes, session.block().defaultMode());
  }

  private static TransactionMode mode(
      SessionStatement.TransactionModes modes, TransactionMode base) {
    boolean readOnly = modes.readOnly() == null ? base.readOnly() : modes.readOnly();
    return new TransactionMode(readOnly, isolation(modes.isolation(), base.isolation()));
  }

  /**
   * What a requested level gets. SERIALIZABLE keeps every promise of the weaker levels and, like
   * them, waits for a conflicting writer rather than failing, so READ COMMITTED and READ
   * UNCOMMITTED run as SERIALIZABLE.
   */
  private static TransactionMode.Isolation isolation(
      SessionStatement.@Nullable IsolationLevel level, TransactionMode.Isolation fallback) {
    if (level == null || level == SessionStatement.IsolationLevel.DEFAULT) {
      return fallback;
    }
    return level == SessionStatement.IsolationLevel.REPEATABLE_READ
        ? TransactionMode.Isolation.REPEATABLE_READ
        : TransactionMode.Isolation.SERIALIZABLE;
  }

  private void setTransaction(SessionStatement.SetTransaction set) {
    if (set.session()) {
      TransactionMode mode = mode(set.modes());
      SessionSettings settings = session.settings();
      settings.set(
          "default_transaction_isolation",
          mode.isolation() == TransactionMode.Isolation.REPEATABLE_READ
              ? "repeatable read"
              : "serializable");
      settings.set("default_transaction_read_only", mode.readOnly() ? "on" : "off");
      return;
    }
    session.block().changeMode(mode(set.modes(), session.block().currentModeOrDefault()));
  }

  private void setVariable(SessionStatement.SetVariable set) {
    boolean none =
        set.values().isEmpty()
            || (set.values().size() == 1 && set.values().get(0) instanceof Expression.NullLiteral);
    if (none) {
      session.settings().reset(set.name());
      return;
    }
    List<String> texts = new ArrayList<>();
    for (Expression value : set.values()) {
      texts.add(SettingText.of(value));
    }
    String value = String.join(", ", texts);
    boolean local = set.scope() == SessionStatement.SetScope.LOCAL;
    switch (set.name()) {
      case "transaction_isolation" ->
          session
              .block()
              .changeMode(
                  new TransactionMode(
                      session.block().currentModeOrDefault().readOnly(), isolationOf(value)));
      case "transaction_read_only" ->
          session
              .block()
              .changeMode(
                  new TransactionMode(
                      value.equalsIgnoreCase("on") || value.equalsIgnoreCase("true"),
                      session.block().currentModeOrDefault().isolation()));
      case "role", "session_authorization" -> throw DbException.notSupported("SET " + set.name());
      default -> session.change(set.name(), value, local);
    }
  }

  private static TransactionMode.Isolation isolationOf(String text) {
    return switch (text.toLowerCase(Locale.ROOT).replace('_', ' ').trim()) {
      case "serializable", "default", "read committed", "read uncommitted" ->
          TransactionMode.Isolation.SERIALIZABLE;
      case "repeatable read" -> TransactionMode.Isolation.REPEATABLE_READ;
      default ->
          throw new DbException(
              ErrorCode.INVALID_SETTING,
              "invalid value for parameter \"transaction_isolation\": \"" + text + "\"");
    };
  }

  private void reset(@Nullable String name) {
    if (name == null) {
      session.settings().resetAll();
    } else {
      session.settings().reset(name);
    }
  }

  private StatementResult discard(SessionStatement.DiscardKind kind) {
    if (kind == SessionStatement.DiscardKind.ALL) {
      if (session.transactionState() != TransactionState.IDLE) {
        throw new DbException(
            ErrorCode.ACTIVE_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
      }
      session.deallocate(null);
      session.settings().resetAll();
    }
    return done("DISCARD " + kind);
  }

  /** AND CHAIN: the next transaction is like the one that ends. */
  private TransactionMode modeToRepeat(String verb) {
    if (session.transaction() == null) {
      throw new DbException(
          ErrorCode.NO_ACTIVE_TRANSACTION,
          verb + " AND CHAIN can only be used in transaction blocks");
    }
    return session.block().currentModeOrDefault();
  }

  private void beginNext(@Nullable TransactionMode mode) {
    if (mode != null) {
      session.begin(mode);
    }
  }

  private static StatementResult rows(List<String> names, List<List<@Nullable String>> rows) {
    return new StatementResult(StaticCursor.ofText(names, rows), -1, "SHOW");
  }

  private static StatementResult done(String tag) {
    return new StatementResult(null, -1, tag);
  }
}
