package org.ratchetdb.jdbc.api;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a connection can do beyond JDBC: {@code connection.unwrap(RatchetSession.class)}. Each
 * setter does what {@code SET spanner.x} does, so inside a transaction the same rules hold. Used
 * like its connection, one call at a time.
 */
public interface RatchetSession {
  /**
   * Who hears at once what also becomes warnings of the statement, such as how far a long one is,
   * on the thread that waits for it. The setting client_min_messages says what is worth telling.
   */
  void setNoticeListener(Consumer<SQLWarning> listener);

  /** Such as {@code STRONG} or {@code EXACT_STALENESS 10s}. */
  String getReadOnlyStaleness() throws SQLException;

  /**
   * Which timestamp reads outside read-write transactions see: {@code STRONG}, {@code
   * READ_TIMESTAMP <timestamp>}, {@code EXACT_STALENESS <duration>}, and for single statements in
   * autocommit mode {@code MAX_STALENESS <duration>} and {@code MIN_READ_TIMESTAMP <timestamp>}.
   *
   * @throws SQLException 22023 for anything else, 25001 after the first statement of a read-only
   *     transaction
   */
  void setReadOnlyStaleness(String bound) throws SQLException;

  /** The timestamp of the last read outside read-write transactions; null before the first. */
  @Nullable Instant getReadTimestamp() throws SQLException;

  /** The timestamp of the last commit, of a single statement too; null before the first. */
  @Nullable Instant getCommitTimestamp() throws SQLException;

  /** Empty for none. */
  String getTransactionTag() throws SQLException;

  /**
   * Tags the next transaction, or the open one before its first statement; then it is forgotten.
   */
  void setTransactionTag(String tag) throws SQLException;

  /** Empty for none. */
  String getStatementTag() throws SQLException;

  /** Tags the next statement, and is then forgotten. */
  void setStatementTag(String tag) throws SQLException;

  /** HIGH, MEDIUM, LOW or UNSPECIFIED. */
  String getRpcPriority() throws SQLException;

  /** How urgent the work of this connection is. */
  void setRpcPriority(String priority) throws SQLException;

  /** PESSIMISTIC, OPTIMISTIC or UNSPECIFIED. */
  String getReadLockMode() throws SQLException;

  /** Whether later read-write transactions lock what they read or check it when they commit. */
  void setReadLockMode(String mode) throws SQLException;

  /** How long commits may be held back so that others join them; at most 500 ms. */
  void setMaxCommitDelay(Duration delay) throws SQLException;

  boolean isReturnCommitStats() throws SQLException;

  /** Whether {@link #getCommitResponse} tells how much was written. */
  void setReturnCommitStats(boolean on) throws SQLException;

  /** What the last commit answered; null before the first. */
  @Nullable CommitResponse getCommitResponse() throws SQLException;

  /**
   * The answer of a commit.
   *
   * @param commitTimestamp with microseconds
   * @param mutationCount how much was written, or null when that was not asked for
   */
  record CommitResponse(Instant commitTimestamp, @Nullable Long mutationCount) {}
}
