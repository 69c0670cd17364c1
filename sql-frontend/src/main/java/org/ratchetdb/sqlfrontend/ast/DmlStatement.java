package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows. */
public sealed interface DmlStatement extends Statement {
  /** The hints before the statement. */
  List<Hint> hints();

  /** The table to change. */
  Target target();

  /** THEN RETURN or RETURNING, or null. */
  @Nullable Returning returning();

  /** The changed table with its alias and hints. */
  record Target(QualifiedName name, List<Hint> hints, @Nullable Identifier alias, Span span)
      implements Node {
    public Target {
      hints = List.copyOf(hints);
    }
  }

  /**
   * The rows that the statement gives back.
   *
   * @param withAction GoogleSQL's WITH ACTION
   * @param actionName the name after WITH ACTION AS, or null
   */
  record Returning(
      boolean withAction,
      @Nullable Identifier actionName,
      List<org.ratchetdb.sqlfrontend.ast.Select.Item> items,
      Span span)
      implements Node {
    public Returning {
      items = List.copyOf(items);
    }
  }

  /** The flavours of INSERT. */
  enum InsertMode {
    INSERT,
    OR_IGNORE,
    OR_UPDATE
  }

  /**
   * INSERT.
   *
   * @param columns empty when none were listed
   * @param source a query whose body may be {@link Query.Values}; null for DEFAULT VALUES
   * @param overriding PostgreSQL's OVERRIDING {USER|SYSTEM} VALUE, upper case, or null
   */
  record Insert(
      List<Hint> hints,
      InsertMode mode,
      Target target,
      List<Identifier> columns,
      @Nullable String overriding,
      @Nullable Query source,
      @Nullable OnConflict onConflict,
      @Nullable Expression assertRowsModified,
      @Nullable Returning returning,
      Span span)
      implements DmlStatement {
    public Insert {
      hints = List.copyOf(hints);
      columns = List.copyOf(columns);
    }
  }

  /**
   * ON CONFLICT.
   *
   * @param columns the target columns, or empty
   * @param targetWhere the condition behind PostgreSQL's target columns, or null
   * @param constraint of ON [UNIQUE] CONSTRAINT, or null
   * @param doUpdate DO UPDATE rather than DO NOTHING
   */
  record OnConflict(
      List<Identifier> columns,
      @Nullable Expression targetWhere,
      @Nullable QualifiedName constraint,
      boolean doUpdate,
      List<Assignment> assignments,
      @Nullable Expression where,
      Span span)
      implements Node {
    public OnConflict {
      columns = List.copyOf(columns);
      assignments = List.copyOf(assignments);
    }
  }

  /**
   * {@code target = value}.
   *
   * @param targets one, or those of PostgreSQL's {@code (a, b) = (...)}
   * @param value may be {@link Expression.DefaultValue}; with several targets a struct constructor
   *     or a subquery
   */
  record Assignment(List<QualifiedName> targets, Expression value, Span span) implements Node {
    public Assignment {
      targets = List.copyOf(targets);
    }
  }

  /**
   * UPDATE.
   *
   * @param from PostgreSQL's FROM, or null
   * @param where null only in PostgreSQL
   */
  record Update(
      List<Hint> hints,
      Target target,
      List<Assignment> assignments,
      @Nullable FromItem from,
      @Nullable Expression where,
      @Nullable Expression assertRowsModified,
      @Nullable Returning returning,
      Span span)
      implements DmlStatement {
    public Update {
      hints = List.copyOf(hints);
      assignments = List.copyOf(assignments);
    }
  }

  /**
   * DELETE.
   *
   * @param using PostgreSQL's USING, or null
   * @param where null only in PostgreSQL
   */
  record Delete(
      List<Hint> hints,
      Target target,
      @Nullable FromItem using,
      @Nullable Expression where,
      @Nullable Expression assertRowsModified,
      @Nullable Returning returning,
      Span span)
      implements DmlStatement {
    public Delete {
      hints = List.copyOf(hints);
    }
  }
}
