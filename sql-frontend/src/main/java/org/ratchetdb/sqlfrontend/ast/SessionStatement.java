package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement about the session or its transaction. */
public sealed interface SessionStatement extends Statement {
  /** What was asked for; the engine may give more. */
  enum IsolationLevel {
    SERIALIZABLE,
    REPEATABLE_READ,
    READ_COMMITTED,
    READ_UNCOMMITTED,
    /** ISOLATION LEVEL DEFAULT. */
    DEFAULT
  }

  /** The modes of a transaction; null where nothing was said. */
  record TransactionModes(
      @Nullable IsolationLevel isolation,
      @Nullable Boolean readOnly,
      @Nullable Boolean deferrable) {
    public static final TransactionModes NONE = new TransactionModes(null, null, null);
  }

  /** BEGIN and START TRANSACTION. */
  record Begin(TransactionModes modes, Span span) implements SessionStatement {}

  /** COMMIT and END; AND CHAIN opens the next transaction at once. */
  record Commit(boolean chain, Span span) implements SessionStatement {}

  /** ROLLBACK and ABORT. */
  record Rollback(boolean chain, Span span) implements SessionStatement {}

  record Savepoint(Identifier name, Span span) implements SessionStatement {}

  record ReleaseSavepoint(Identifier name, Span span) implements SessionStatement {}

  /** ROLLBACK TO. */
  record RollbackToSavepoint(Identifier name, Span span) implements SessionStatement {}

  /**
   * SET TRANSACTION.
   *
   * @param session SET SESSION CHARACTERISTICS AS TRANSACTION: for later transactions
   */
  record SetTransaction(boolean session, TransactionModes modes, Span span)
      implements SessionStatement {}

  /** How long a SET lasts. */
  enum SetScope {
    /** Neither word was written; means SESSION. */
    UNSPECIFIED,
    SESSION,
    LOCAL
  }

  /**
   * SET name = value. PostgreSQL's special forms arrive with their setting's name: {@code TIME
   * ZONE} as {@code timezone}, {@code NAMES} as {@code client_encoding}, {@code SCHEMA} as {@code
   * search_path}, {@code ROLE} as {@code role}, {@code SESSION AUTHORIZATION} as {@code
   * session_authorization}.
   *
   * @param name lower case, parts joined by dots
   * @param values literals, signed numbers, and names for bare words; empty for DEFAULT
   */
  record SetVariable(SetScope scope, String name, List<Expression> values, Span span)
      implements SessionStatement {
    public SetVariable {
      values = List.copyOf(values);
    }
  }

  /** SHOW name; the special forms use the names of {@link SetVariable}. */
  record ShowVariable(String name, Span span) implements SessionStatement {}

  record ShowAll(Span span) implements SessionStatement {}

  record ShowTables(Span span) implements SessionStatement {}

  record ShowDatabases(Span span) implements SessionStatement {}

  record ShowSnapshots(Span span) implements SessionStatement {}

  /** SHOW DDL [FOR object]; null for the whole database. */
  record ShowDdl(@Nullable QualifiedName object, Span span) implements SessionStatement {}

  /** SHOW SPLITS [FOR TABLE t]; null for all. */
  record ShowSplits(@Nullable QualifiedName table, Span span) implements SessionStatement {}

  /** RESET name; null for ALL. */
  record Reset(@Nullable String name, Span span) implements SessionStatement {}

  /** What DISCARD throws away. */
  enum DiscardKind {
    ALL,
    PLANS,
    SEQUENCES,
    TEMP
  }

  record Discard(DiscardKind kind, Span span) implements SessionStatement {}

  /** PREPARE name [(types)] AS statement; the statement's span cuts its text. */
  record Prepare(Identifier name, List<TypeName> types, Statement statement, Span span)
      implements SessionStatement {
    public Prepare {
      types = List.copyOf(types);
    }
  }

  record Execute(Identifier name, List<Expression> arguments, Span span)
      implements SessionStatement {
    public Execute {
      arguments = List.copyOf(arguments);
    }
  }

  /** DEALLOCATE; null for ALL. */
  record Deallocate(@Nullable Identifier name, Span span) implements SessionStatement {}

  /** {@code CALL cancel_query('id')}: stops the statement of that id. */
  record CancelQuery(String id, Span span) implements SessionStatement {}

  record UseDatabase(Identifier name, Span span) implements SessionStatement {}
}
