package org.ratchetdb.jdbc.core;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.jdbc.api.RatchetSession;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.RowCursor;

/** The settings of a connection's session by name. Used under the connection's lock. */
final class SessionControls implements RatchetSession {
  private static final String STALENESS = "spanner.read_only_staleness";
  private static final String TRANSACTION_TAG = "spanner.transaction_tag";
  private static final String STATEMENT_TAG = "spanner.statement_tag";
  private static final String PRIORITY = "spanner.rpc_priority";
  private static final String READ_LOCK_MODE = "spanner.read_lock_mode";
  private static final String COMMIT_STATS = "spanner.return_commit_stats";

  private final SessionGate gate;

  SessionControls(SessionGate gate) {
    this.gate = gate;
  }

  private String get(String name) throws SQLException {
    return gate.locked(
        () -> {
          gate.settle();
          return gate.backend().setting(name);
        });
  }

  private void set(String name, String value) throws SQLException {
    gate.whileLocked(
        () -> {
          gate.settle();
          gate.backend().set(name, value);
        });
  }

  private @Nullable Instant timestamp(String name) throws SQLException {
    String text = get(name);
    return text.isEmpty() ? null : Instant.parse(text);
  }

  @Override
  public void setNoticeListener(Consumer<SQLWarning> listener) {
    gate.setNoticeListener(listener);
  }

  @Override
  public String getReadOnlyStaleness() throws SQLException {
    return get(STALENESS);
  }

  @Override
  public void setReadOnlyStaleness(String bound) throws SQLException {
    set(STALENESS, bound);
  }

  @Override
  public @Nullable Instant getReadTimestamp() throws SQLException {
    return timestamp("spanner.read_timestamp");
  }

  @Override
  public @Nullable Instant getCommitTimestamp() throws SQLException {
    return timestamp("spanner.commit_timestamp");
  }

  @Override
  public String getTransactionTag() throws SQLException {
    return get(TRANSACTION_TAG);
  }

  @Override
  public void setTransactionTag(String tag) throws SQLException {
    set(TRANSACTION_TAG, tag);
  }

  @Override
  public String getStatementTag() throws SQLException {
    return get(STATEMENT_TAG);
  }

  @Override
  public void setStatementTag(String tag) throws SQLException {
    set(STATEMENT_TAG, tag);
  }

  @Override
  public String getRpcPriority() throws SQLException {
    return get(PRIORITY);
  }

  @Override
  public void setRpcPriority(String priority) throws SQLException {
    set(PRIORITY, priority);
  }

  @Override
  public String getReadLockMode() throws SQLException {
    return get(READ_LOCK_MODE);
  }

  @Override
  public void setReadLockMode(String mode) throws SQLException {
    set(READ_LOCK_MODE, mode);
  }

  @Override
  public void setMaxCommitDelay(Duration delay) throws SQLException {
    set("spanner.max_commit_delay", TimeUnit.NANOSECONDS.toMicros(delay.toNanos()) + "us");
  }

  @Override
  public boolean isReturnCommitStats() throws SQLException {
    return get(COMMIT_STATS).equals("on");
  }

  @Override
  public void setReturnCommitStats(boolean on) throws SQLException {
    set(COMMIT_STATS, on ? "on" : "off");
  }

  @Override
  public @Nullable CommitResponse getCommitResponse() throws SQLException {
    return gate.locked(this::lastCommitResponse).orElse(null);
  }

  private Optional<CommitResponse> lastCommitResponse() throws SQLException {
    gate.settle();
    try (RowCursor rows =
        gate.backend().execute("SHOW VARIABLE commit_response", ExecuteOptions.DEFAULT).rows()) {
      if (rows == null || !rows.next() || rows.isNull(0)) {
        return Optional.empty();
      }
      Instant timestamp = Instant.parse(rows.getString(0));
      Long mutations = rows.isNull(1) ? null : Long.valueOf(rows.getString(1));
      return Optional.of(new CommitResponse(timestamp, mutations));
    }
  }
}
