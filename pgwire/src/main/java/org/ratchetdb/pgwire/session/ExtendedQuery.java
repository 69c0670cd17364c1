package org.ratchetdb.pgwire.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.pgformat.PgType;
import org.ratchetdb.common.pgformat.PgTypes;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementKind;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.pgwire.message.BindParameters;
import org.ratchetdb.pgwire.message.FrontendMessage;
import org.ratchetdb.pgwire.message.FrontendMessage.Target;

/**
 * Prepared statements and portals of a connection: Parse, Bind, Describe, Execute, Close. Portals
 * die with their transaction, at the latest at the Sync after it; statements live as long as the
 * session. Owned by one thread.
 */
final class ExtendedQuery {
  /** More named statements than this are a leak of the client. */
  static final int STATEMENTS_MAX = 10_000;

  static final int PORTALS_MAX = 1_000;

  /** Statements that may run as a batch, by their first word, and how their tags begin. */
  private static final Map<String, String> BATCH_TAGS =
      Map.of("INSERT", "INSERT 0", "UPDATE", "UPDATE", "DELETE", "DELETE");

  private final ConnectionState state;
  private final Map<String, PreparedEntry> statements = new HashMap<>();
  private final Map<String, Portal> portals = new HashMap<>();

  /** The text that an error of the message in hand points into. */
  private String currentSql = "";

  private int currentOffset;

  ExtendedQuery(ConnectionState state) {
    this.state = state;
  }

  String currentSql() {
    return currentSql;
  }

  int currentOffset() {
    return currentOffset;
  }

  void parse(FrontendMessage.Parse message) {
    currentSql = message.sql();
    currentOffset = 0;
    if (!message.name().isEmpty() && statements.containsKey(message.name())) {
      throw new DbException(
          ErrorCode.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"" + message.name() + "\" already exists");
    }
    if (statements.size() >= STATEMENTS_MAX) {
      throw new DbException(ErrorCode.RESOURCE_EXHAUSTED, "too many prepared statements");
    }
    statements.put(message.name(), prepare(message.sql(), message.typeOids()));
    state.writer().parseComplete();
  }

  void bind(FrontendMessage.Bind message) {
    PreparedEntry entry = statement(message.statement());
    use(entry);
    state.transactions().requireUsable(entry.firstWord());
    if (!message.portal().isEmpty() && portals.containsKey(message.portal())) {
      throw new DbException(
          ErrorCode.DUPLICATE_CURSOR, "cursor \"" + message.portal() + "\" already exists");
    }
    if (portals.size() >= PORTALS_MAX) {
      throw new DbException(ErrorCode.RESOURCE_EXHAUSTED, "too many portals");
    }
    PreparedQuery query = entry.query();
    if (query != null) {
      entry.requireColumns(query.columns());
    }
    checkCounts(message, entry);
    List<Value> values =
        query == null
            ? List.of()
            : ParameterReader.read(entry, query, message.parameters(), state.zone());
    dropPortal(message.portal());
    portals.put(message.portal(), new Portal(entry, values, message.resultFormats()));
    state.writer().bindComplete();
  }

  void describe(FrontendMessage.Describe message) {
    if (message.target() == Target.STATEMENT) {
      PreparedEntry entry = statement(message.name());
      use(entry);
      state.writer().parameterDescription(entry.typeOids());
      describeColumns(entry.query(), List.of());
    } else {
      Portal portal = portal(message.name());
      use(portal.entry);
      describeColumns(portal.entry.query(), portal.formats);
    }
  }

  /**
   * Starts or resumes a portal.
   *
   * @param alone whether nothing else runs before the next Sync
   */
  Work execute(FrontendMessage.Execute message, boolean alone) {
    Portal portal = portal(message.portal());
    PreparedEntry entry = portal.entry;
    use(entry);
    PreparedQuery query = entry.query();
    if (query == null) {
      return new EmptyStatement();
    }
    state.transactions().requireUsable(entry.firstWord());
    ResultStream stream = portal.stream;
    if (stream != null) {
      stream.resume(Math.max(message.maxRows(), 0));
      return stream;
    }
    makeRoom(portal, entry.firstWord());
    StatementResult result =
        state.transactions().run(query, entry.firstWord(), portal.parameters, alone);
    ResultCursor cursor = result.cursor();
    if (cursor != null && !entry.columns().equals(cursor.columns())) {
      result.close();
      entry.requireColumns(cursor.columns());
    }
    if (TransactionControl.mayChangeSettings(query.kind(), entry.sql())) {
      state.noteSettingsMayHaveChanged();
    }
    afterStatement(result.commandTag());
    stream = new ResultStream(state, result, portal.formats, Math.max(message.maxRows(), 0));
    portal.stream = stream;
    return stream;
  }

  /** Whether a Bind and its Execute may run together with others like it, as one batch. */
  boolean batches(FrontendMessage.Bind bind) {
    PreparedEntry entry = statements.get(bind.statement());
    if (entry == null || !bind.portal().isEmpty()) {
      return false;
    }
    PreparedQuery query = entry.query();
    return query != null
        && query.kind() == StatementKind.DML
        && query.columns().isEmpty()
        && BATCH_TAGS.containsKey(entry.firstWord());
  }

  /**
   * Answers several Bind, Execute of one statement that {@link #batches}, perhaps with a Describe
   * in between. When a row fails, none of them is answered but by the error.
   */
  void executeBatch(List<FrontendMessage.Bind> binds, boolean described) {
    PreparedEntry entry = statement(binds.get(0).statement());
    use(entry);
    state.transactions().requireUsable(entry.firstWord());
    PreparedQuery query = Objects.requireNonNull(entry.query());
    entry.requireColumns(query.columns());
    List<List<Value>> rows = new ArrayList<>(binds.size());
    for (FrontendMessage.Bind bind : binds) {
      checkCounts(bind, entry);
      rows.add(ParameterReader.read(entry, query, bind.parameters(), state.zone()));
    }
    dropPortal("");
    makeRoom(entry.firstWord());
    String tag = Objects.requireNonNull(BATCH_TAGS.get(entry.firstWord()));
    for (long count : state.transactions().runBatch(query, rows)) {
      state.writer().bindComplete();
      if (described) {
        state.writer().noData();
      }
      state.writer().commandComplete(tag, count);
    }
  }

  /** Whether an Execute of that portal would begin a query or DML, for which company counts. */
  boolean startsStatement(String portalName) {
    Portal portal = portals.get(portalName);
    if (portal == null || portal.stream != null) {
      return false;
    }
    PreparedQuery query = portal.entry.query();
    if (query == null) {
      return false;
    }
    return switch (query.kind()) {
      case QUERY, DML -> true;
      case DDL, TRANSACTION_CONTROL, SESSION -> false;
    };
  }

  void close(FrontendMessage.Close message) {
    if (message.target() == Target.STATEMENT) {
      statements.remove(message.name());
    } else {
      dropPortal(message.name());
    }
    state.writer().closeComplete();
  }

  /** Drops the prepared statements when the statement that ran says so. */
  void afterStatement(String tag) {
    if (tag.equals("DISCARD ALL") || tag.equals("DEALLOCATE ALL")) {
      statements.clear();
    }
  }

  /** Reads open portals to memory before another statement runs; the end of a block ends them. */
  void makeRoom(String firstWord) {
    makeRoom(null, firstWord);
  }

  private void makeRoom(@Nullable Portal runs, String firstWord) {
    boolean ends = TransactionControl.endsBlock(firstWord);
    portals
        .values()
        .removeIf(
            portal -> {
              if (portal == runs || portal.stream == null) {
                return false;
              }
              if (ends) {
                portal.abandon();
              } else {
                portal.stream.detach();
              }
              return ends;
            });
  }

  /** Ends all portals; at the end of their transaction. */
  void closePortals() {
    portals.values().forEach(Portal::abandon);
    portals.clear();
  }

  private PreparedEntry prepare(String sql, List<Integer> oids) {
    String word = StatementText.firstWord(sql);
    if (word.isEmpty()) {
      return PreparedEntry.empty(sql);
    }
    state.transactions().requireUsable(word);
    if (word.equals("COPY")) {
      throw copyNotSupported();
    }
    String statement = sql;
    int semicolon = sql.indexOf(';');
    if (semicolon >= 0) {
      List<String> parts = new ArrayList<>(state.session().split(sql));
      parts.removeIf(s -> StatementText.firstWord(s).isEmpty());
      if (parts.size() > 1) {
        throw new DbException(
            ErrorCode.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
      }
      statement = parts.get(0);
      currentOffset = sql.indexOf(statement);
    }
    List<@Nullable PgType> declared = declaredTypes(oids);
    List<@Nullable SqlType> sqlTypes = new ArrayList<>(declared.size());
    for (PgType type : declared) {
      sqlTypes.add(type == null ? null : inDialect(type.sqlType()));
    }
    PreparedQuery query = state.session().prepare(statement, sqlTypes);
    return PreparedEntry.of(query, sql, word, currentOffset, declared);
  }

  private static List<@Nullable PgType> declaredTypes(List<Integer> oids) {
    List<@Nullable PgType> types = new ArrayList<>(oids.size());
    for (int oid : oids) {
      if (oid == PgTypes.UNSPECIFIED_OID || oid == PgTypes.UNKNOWN_OID) {
        types.add(null);
        continue;
      }
      PgType type = PgTypes.byOid(oid);
      if (type == null) {
        throw new DbException(
            ErrorCode.OBJECT_NOT_FOUND,
            "type with OID " + Integer.toUnsignedString(oid) + " does not exist");
      }
      types.add(type);
    }
    return types;
  }

  /** numeric and json mean another type in a GoogleSQL database. */
  private SqlType inDialect(SqlType type) {
    boolean google = state.session().dialect() == Dialect.GOOGLE_STANDARD_SQL;
    return switch (type.kind()) {
      case PG_NUMERIC -> google ? SqlType.NUMERIC : type;
      case PG_JSONB -> google ? SqlType.JSON : type;
      case JSON -> google ? type : SqlType.PG_JSONB;
      case ARRAY -> SqlType.arrayOf(inDialect(type.elementType()));
      default -> type;
    };
  }

  private void describeColumns(@Nullable PreparedQuery query, List<Integer> formats) {
    if (query == null || query.columns().isEmpty()) {
      state.writer().noData();
    } else {
      ResultWriter.describe(state.writer(), query.columns(), formats);
    }
  }

  private static void checkCounts(FrontendMessage.Bind message, PreparedEntry entry) {
    BindParameters parameters = message.parameters();
    if (!parameters.formatsFit()) {
      throw new DbException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message has "
              + parameters.formatCount()
              + " parameter formats but "
              + parameters.count()
              + " parameters");
    }
    if (parameters.count() != entry.types().size()) {
      throw new DbException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message supplies "
              + parameters.count()
              + " parameters, but prepared statement \""
              + message.statement()
              + "\" requires "
              + entry.types().size());
    }
    PreparedQuery query = entry.query();
    int columns = query == null ? 0 : query.columns().size();
    int formats = message.resultFormats().size();
    if (formats > 1 && formats != columns) {
      throw new DbException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message has " + formats + " result formats but query has " + columns + " columns");
    }
  }

  private PreparedEntry statement(String name) {
    PreparedEntry entry = statements.get(name);
    if (entry == null) {
      throw new DbException(
          ErrorCode.UNDEFINED_PREPARED_STATEMENT,
          name.isEmpty()
              ? "unnamed prepared statement does not exist"
              : "prepared statement \"" + name + "\" does not exist");
    }
    return entry;
  }

  private Portal portal(String name) {
    Portal portal = portals.get(name);
    if (portal == null) {
      throw new DbException(ErrorCode.UNDEFINED_CURSOR, "portal \"" + name + "\" does not exist");
    }
    return portal;
  }

  private void dropPortal(String name) {
    Portal portal = portals.remove(name);
    if (portal != null) {
      portal.abandon();
    }
  }

  private void use(PreparedEntry entry) {
    currentSql = entry.sql();
    currentOffset = entry.offset();
  }

  static DbException copyNotSupported() {
    return DbException.notSupported("COPY").hint("Use INSERT with several rows instead.");
  }

  static DbException portalCannotRun() {
    return new DbException(ErrorCode.FAILED_PRECONDITION, "portal cannot be run anymore");
  }

  private static final class Portal {
    final PreparedEntry entry;
    final List<Value> parameters;
    final List<Integer> formats;
    @Nullable ResultStream stream;

    Portal(PreparedEntry entry, List<Value> parameters, List<Integer> formats) {
      this.entry = entry;
      this.parameters = parameters;
      this.formats = formats;
    }

    void abandon() {
      if (stream != null) {
        stream.abandon();
      }
    }
  }

  private final class EmptyStatement implements Work {
    @Override
    public boolean proceed() {
      state.writer().emptyQueryResponse();
      return true;
    }

    @Override
    public void abandon() {}
  }
}
