package org.ratchetdb.jdbc.remote;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.jdbc.backend.BackendNotices;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.ErrorDetails;
import org.ratchetdb.jdbc.backend.ExecuteOptions;
import org.ratchetdb.jdbc.backend.ExecuteResult;
import org.ratchetdb.jdbc.backend.PreparedBackend;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.backend.StatementKind;
import org.ratchetdb.jdbc.backend.TransactionOptions;
import org.ratchetdb.jdbc.backend.TransactionState;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;
import org.ratchetdb.jdbc.text.SqlScanner;
import org.ratchetdb.jdbc.text.SqlText;

/** A session with a server. A failure of the socket ends it. */
final class RemoteBackend implements ConnectionBackend {
  /** The server's setting that tells the database's dialect. */
  static final String DIALECT_SETTING = "ratchet.dialect";

  /** The server's setting that tells its version; server_version is PostgreSQL's. */
  static final String VERSION_SETTING = "ratchet.version";

  private final ServerStream stream;
  private final RatchetUrl url;
  private final int connectMillis;
  private final Map<String, String> reported = new HashMap<>();
  private Dialect dialect = Dialect.POSTGRESQL;

  private int process;
  private byte[] secret = {};

  /** The last ReadyForQuery: I, T or E. */
  private char status = 'I';

  /** A BEGIN that goes out together with the next statement; null without one. */
  private @Nullable String pendingBegin;

  /** Prepared statements to drop at the next occasion. */
  private final List<String> toClose = new ArrayList<>();

  private BackendNotices notices = BackendNotices.NONE;
  private int statements;
  private volatile boolean open = true;

  RemoteBackend(ServerStream stream, RatchetUrl url, int connectMillis) {
    this.stream = stream;
    this.url = url;
    this.connectMillis = connectMillis;
  }

  // ---- Beginning ----

  /** Reads what the server says up to the first ReadyForQuery. */
  void start() throws IOException, SQLException {
    while (true) {
      char type = stream.read();
      switch (type) {
        case 'R' -> authenticate(stream.readInt32());
        case 'K' -> {
          process = stream.readInt32();
          List<Byte> key = new ArrayList<>();
          while (stream.hasMore()) {
            key.add((byte) stream.readInt8());
          }
          secret = new byte[key.size()];
          for (int i = 0; i < secret.length; i++) {
            secret[i] = key.get(i);
          }
        }
        case 'E' -> throw error(null);
        case 'Z' -> {
          status = (char) stream.readInt8();
          dialect = findDialect();
          return;
        }
        default -> aside(type);
      }
    }
  }

  private static void authenticate(int method) throws SQLException {
    if (method != 0) {
      throw SqlErrors.of(
          ErrorCode.CANNOT_CONNECT,
          "The server asks for authentication method "
              + method
              + ", which this driver does not have");
    }
  }

  private Dialect findDialect() throws SQLException {
    String told = reported.get(DIALECT_SETTING);
    Dialect found = told == null ? null : Dialect.valueOf(told.toUpperCase(java.util.Locale.ROOT));
    Dialect wanted = url.dialect();
    if (found != null && wanted != null && found != wanted) {
      throw SqlErrors.of(
          ErrorCode.INVALID_SETTING,
          "The database '" + url.database() + "' has the dialect " + found);
    }
    if (found != null) {
      return found;
    }
    return wanted == null ? Dialect.POSTGRESQL : wanted;
  }

  // ---- For statements and cursors of this session ----

  ServerStream stream() {
    return stream;
  }

  String nextStatementName() {
    return "S_" + ++statements;
  }

  void closeLater(String statement) {
    toClose.add(statement);
  }

  /** Puts what waits in front of the next request into the output. Answers come in that order. */
  void sendPending() {
    for (String name : toClose) {
      stream.begin('C');
      stream.int8('S');
      stream.text(name);
      stream.end();
    }
    toClose.clear();
    String begin = pendingBegin;
    if (begin != null) {
      sendParse("", begin, List.of());
      sendBindOfNothing();
      sendExecute(0);
    }
  }

  void sendParse(String name, String sql, List<@Nullable SqlType> types) {
    stream.begin('P');
    stream.text(name);
    stream.text(sql);
    stream.int16(types.size());
    for (SqlType type : types) {
      stream.int32(Oids.oid(type));
    }
    stream.end();
  }

  /** Binds the unnamed statement, which has no parameters, for results as text. */
  private void sendBindOfNothing() {
    stream.begin('B');
    stream.text("");
    stream.text("");
    stream.int16(0);
    stream.int16(0);
    stream.int16(0);
    stream.end();
  }

  void sendExecute(int rowsMax) {
    stream.begin('E');
    stream.text("");
    stream.int32(rowsMax);
    stream.end();
  }

  /**
   * Reads up to the answer to what was sent behind a pending BEGIN: consumes the BEGIN's own.
   *
   * @throws SQLException when the BEGIN failed; the session is ready again then
   */
  void readBegin() throws IOException, SQLException {
    if (pendingBegin == null) {
      return;
    }
    pendingBegin = null;
    while (true) {
      char type = stream.read();
      if (type == 'C') {
        return;
      }
      if (type == 'E') {
        SQLException failure = error(null);
        finish(false);
        throw failure;
      }
      if (type != '1' && type != '2') {
        aside(type);
      }
    }
  }

  /** Reads to ReadyForQuery, past the rest of what was asked for before. */
  void finish(boolean sync) throws IOException, SQLException {
    if (sync) {
      stream.empty('S');
      stream.flush();
    }
    while (true) {
      char type = stream.read();
      if (type == 'Z') {
        status = (char) stream.readInt8();
        return;
      }
      if (type == 'N' || type == 'S') {
        aside(type);
      }
    }
  }

  /**
   * Reads to ReadyForQuery, for whoever does not want the rest of an answer.
   *
   * @param sql the statement that is answered
   * @return the error in the rest, or null
   */
  @Nullable SQLException abandon(String sql) throws IOException, SQLException {
    SQLException failure = null;
    char type = stream.read();
    while (type != 'Z') {
      if (type == 'E') {
        failure = error(sql);
        if (!open) {
          throw failure;
        }
      } else if (type == 'N' || type == 'S') {
        aside(type);
      }
      type = stream.read();
    }
    ready();
    return failure;
  }

  void ready() throws IOException {
    status = (char) stream.readInt8();
  }

  /** Takes a message that may come at any time. */
  void aside(char type) throws IOException, SQLException {
    switch (type) {
      case 'S' -> reported.put(stream.readText(), stream.readText());
      case 'N' -> {
        Map<Character, String> fields = fields();
        notices.notice(
            new SQLWarning(fields.getOrDefault('M', ""), fields.getOrDefault('C', "00000")));
      }
      // Notifications; completions of what needs no answer.
      case 'A', '1', '2', '3', 'v' -> {}
      default ->
          throw SqlErrors.of(
              ErrorCode.PROTOCOL_VIOLATION, "The server sent an unexpected message: " + type);
    }
  }

  /**
   * The error that the last message reports.
   *
   * @param sql the statement that its position refers to
   */
  SQLException error(@Nullable String sql) throws IOException {
    Map<Character, String> fields = fields();
    String state = fields.getOrDefault('C', "XX000");
    String message = fields.getOrDefault('M', "The server reported an error");
    if ("FATAL".equals(fields.get('V'))) {
      end();
    }
    Map<String, String> attributes = new HashMap<>();
    putIfPresent(attributes, "schema", fields.get('s'));
    putIfPresent(attributes, "table", fields.get('t'));
    putIfPresent(attributes, "column", fields.get('c'));
    putIfPresent(attributes, "constraint", fields.get('n'));
    ErrorDetails details =
        new ErrorDetails(
            message, position(fields.get('P'), sql), fields.get('D'), fields.get('H'), attributes);
    // Cancelling and running out of time share their SQLSTATE; only the text tells them apart.
    boolean timeout =
        state.equals(ErrorCode.DEADLINE_EXCEEDED.sqlState())
            && (message.contains("timeout") || message.contains("eadline"));
    return SqlErrors.of(details, state, timeout, sql);
  }

  private Map<Character, String> fields() throws IOException {
    Map<Character, String> fields = new HashMap<>();
    for (char code = (char) stream.readInt8(); code != 0; code = (char) stream.readInt8()) {
      fields.put(code, stream.readText());
    }
    return fields;
  }

  private static void putIfPresent(Map<String, String> into, String name, @Nullable String value) {
    if (value != null) {
      into.put(name, value);
    }
  }

  /** From characters counted from 1, as the protocol has it, to UTF-16 units from 0. */
  private static int position(@Nullable String field, @Nullable String sql) {
    if (field == null || sql == null) {
      return -1;
    }
    try {
      int characters = Integer.parseInt(field) - 1;
      return characters < 0 || characters > sql.codePointCount(0, sql.length())
          ? -1
          : sql.offsetByCodePoints(0, characters);
    } catch (NumberFormatException e) {
      return -1; // without a position the message is as true
    }
  }

  /** A failure of the socket: the session is over. */
  SQLException lost(IOException cause) {
    end();
    return SqlErrors.of(
        ErrorCode.CONNECTION_FAILURE,
        cause instanceof SocketTimeoutException
            ? "The server did not answer within the socketTimeout"
            : "The connection to the server was lost: " + cause.getMessage(),
        cause);
  }

  private void end() {
    open = false;
    try {
      stream.close();
    } catch (IOException e) {
      // It was to be closed because it failed; that it fails once more is no news.
      status = 'I';
    }
  }

  // ---- Statements ----

  @Override
  public PreparedBackend prepare(String sql, List<@Nullable SqlType> types) throws SQLException {
    return new RemotePrepared(this, sql, types);
  }

  @Override
  public ExecuteResult execute(String sql, ExecuteOptions options) throws SQLException {
    try {
      sendPending();
      sendParse("", sql, List.of());
      sendBindOfNothing();
      stream.begin('D');
      stream.int8('P');
      stream.text("");
      stream.end();
      sendExecute(options.fetchSize());
      stream.empty(options.fetchSize() == 0 ? 'S' : 'H');
      stream.flush();
      readBegin();
      RemoteCursor cursor = new RemoteCursor(this, sql, null, options.fetchSize());
      return cursor.open(kind(sql, false));
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** What a statement does, by its first word. */
  StatementKind kind(String sql, boolean hasRows) {
    return switch (SqlText.firstWord(sql, dialect)) {
      case "INSERT", "UPDATE", "DELETE", "MERGE" -> StatementKind.DML;
      case "SELECT", "VALUES", "TABLE", "FROM", "GRAPH" -> StatementKind.QUERY;
      case "EXPLAIN" -> SqlText.mayWrite(sql, dialect) ? StatementKind.DML : StatementKind.QUERY;
      // A WITH that yields no rows introduces an INSERT, UPDATE or DELETE.
      case "WITH" -> hasRows ? StatementKind.QUERY : StatementKind.DML;
      case "BEGIN", "START", "COMMIT", "ROLLBACK", "ABORT", "END" ->
          StatementKind.TRANSACTION_CONTROL;
      case "SET", "SHOW", "RESET", "DISCARD", "DEALLOCATE" -> StatementKind.SESSION;
      default -> hasRows ? StatementKind.QUERY : StatementKind.DDL;
    };
  }

  @Override
  public List<String> split(String script) {
    return new SqlScanner(script, dialect).split();
  }

  // ---- Transactions and settings ----

  @Override
  public TransactionState transactionState() {
    if (pendingBegin != null) {
      return TransactionState.ACTIVE;
    }
    return switch (status) {
      case 'T' -> TransactionState.ACTIVE;
      case 'E' -> TransactionState.FAILED;
      default -> TransactionState.IDLE;
    };
  }

  @Override
  public void begin(TransactionOptions options) {
    pendingBegin =
        "BEGIN TRANSACTION"
            + (options.repeatableRead() ? " ISOLATION LEVEL REPEATABLE READ" : "")
            + (options.readOnly() ? " READ ONLY" : "");
  }

  @Override
  public void commit() throws SQLException {
    if (pendingBegin != null || status == 'I') {
      pendingBegin = null;
      return;
    }
    if (!simple("COMMIT").startsWith("COMMIT")) {
      throw SqlErrors.rolledBackInstead();
    }
  }

  @Override
  public void rollback() throws SQLException {
    if (pendingBegin != null || status == 'I') {
      pendingBegin = null;
      return;
    }
    simple("ROLLBACK");
  }

  /** Runs a statement without rows by the simple protocol; returns its tag. */
  private String simple(String sql) throws SQLException {
    try {
      stream.begin('Q');
      stream.text(sql);
      stream.end();
      stream.flush();
      String tag = "";
      SQLException failure = null;
      while (true) {
        char type = stream.read();
        switch (type) {
          case 'C' -> tag = stream.readText();
          case 'E' -> failure = error(sql);
          case 'I', 'T', 'D' -> {}
          case 'Z' -> {
            ready();
            if (failure != null) {
              throw failure;
            }
            return tag;
          }
          default -> aside(type);
        }
      }
    } catch (IOException e) {
      throw lost(e);
    }
  }

  @Override
  public void setNotices(BackendNotices listener) {
    notices = listener;
  }

  @Override
  public String setting(String name) throws SQLException {
    ExecuteResult result = execute("SHOW " + name, ExecuteOptions.DEFAULT);
    try (var rows = result.rows()) {
      if (rows == null || !rows.next() || rows.isNull(0)) {
        return "";
      }
      BufferedCursor all = BufferedCursor.drain(rows, 1, true, 0);
      return all.getString(0);
    }
  }

  @Override
  public void set(String name, String value) throws SQLException {
    simple("SET " + name + " = '" + value.replace("'", "''") + "'");
  }

  // ---- Life ----

  @Override
  public boolean isValid(int timeoutMillis) {
    try {
      stream.timeout(timeoutMillis);
      try {
        simple("");
      } finally {
        stream.timeout(
            (int)
                Math.min(
                    url.numberOr(RatchetProperty.SOCKET_TIMEOUT, 0) * 1000L, Integer.MAX_VALUE));
      }
      return open;
    } catch (IOException | SQLException e) {
      return false;
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void cancel() throws SQLException {
    RemoteConnector.cancel(url, process, secret, connectMillis);
  }

  @Override
  public void interrupt() {
    end();
  }

  @Override
  public void close() throws SQLException {
    if (!open) {
      return;
    }
    try {
      stream.empty('X');
      stream.flush();
    } catch (IOException e) {
      // The server is gone already, and with it the session that was to end.
      status = 'I';
    }
    end();
  }

  @Override
  public String databaseName() {
    return url.database();
  }

  @Override
  public Dialect dialect() {
    return dialect;
  }

  @Override
  public String productVersion() {
    return reported.getOrDefault(VERSION_SETTING, "0");
  }

  @Override
  public String userName() {
    return url.get(RatchetProperty.USER);
  }
}
