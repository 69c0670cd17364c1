package org.ratchetdb.sqlfrontend.parser;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.Assignment;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.InsertMode;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.Returning;
import org.ratchetdb.sqlfrontend.ast.DmlStatement.Target;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.FromItem;
import org.ratchetdb.sqlfrontend.ast.Hint;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Query;

/** INSERT, UPDATE and DELETE. */
public abstract class DmlParser extends GrammarPart {
  protected DmlParser(Grammar grammar) {
    super(grammar);
  }

  /** The statement whose first word is at the cursor, behind the hints of the statement. */
  final DmlStatement statement(List<Hint> hints, int start) {
    if (accept("INSERT")) {
      return insert(hints, start);
    }
    if (accept("UPDATE")) {
      return update(hints, start);
    }
    expect("DELETE");
    return delete(hints, start);
  }

  // ---- INSERT

  private DmlStatement insert(List<Hint> hints, int start) {
    InsertMode mode = insertMode();
    int targetStart = position();
    QualifiedName name = qualifiedName();
    List<Hint> tableHints = hints();
    Identifier alias = insertAlias();
    Target target = new Target(name, tableHints, alias, since(targetStart));
    List<Identifier> columns = List.of();
    if (at('(') && !grammar().queries().isQuery(position() + 1)) {
      columns = at('(') && nextIs(1, ')') ? noColumns() : identifiersInParentheses();
    }
    String overriding = overriding();
    Query source = null;
    if (!accept("DEFAULT", "VALUES")) {
      source = at("VALUES") ? valuesQuery() : grammar().queries().query();
    }
    DmlStatement.OnConflict onConflict = at("ON", "CONFLICT") ? onConflict() : null;
    Expression assertRows = assertRows();
    Returning returning = returning();
    return new DmlStatement.Insert(
        hints,
        mode,
        target,
        columns,
        overriding,
        source,
        onConflict,
        assertRows,
        returning,
        since(start));
  }

  private List<Identifier> noColumns() {
    advance(2);
    return List.of();
  }

  /** VALUES alone, or as the first input of a query where the dialect has that. */
  private Query valuesQuery() {
    int start = position();
    if (grammar().queries().hasValuesQueries()) {
      return grammar().queries().query();
    }
    Query.Values values = grammar().queries().values();
    return new Query(
        List.of(), false, values, List.of(), null, null, false, List.of(), since(start));
  }

  /** What stands between INSERT and the table's name. */
  protected abstract InsertMode insertMode();

  protected abstract @Nullable Identifier insertAlias();

  /** PostgreSQL's OVERRIDING clause, or null. */
  protected @Nullable String overriding() {
    return null;
  }

  private DmlStatement.OnConflict onConflict() {
    int start = position();
    advance(2);
    List<Identifier> columns = List.of();
    Expression targetWhere = null;
    QualifiedName constraint = null;
    if (at('(')) {
      columns = identifiersInParentheses();
      targetWhere = accept("WHERE") ? expression() : null;
    } else if (accept("ON")) {
      accept("UNIQUE");
      expect("CONSTRAINT");
      constraint = qualifiedName();
    }
    expect("DO");
    boolean update = accept("UPDATE");
    List<Assignment> assignments = List.of();
    Expression where = null;
    if (update) {
      expect("SET");
      assignments = cursor().commaList(this::assignment);
      where = accept("WHERE") ? expression() : null;
    } else {
      expect("NOTHING");
    }
    return new DmlStatement.OnConflict(
        columns, targetWhere, constraint, update, assignments, where, since(start));
  }

  // ---- UPDATE and DELETE

  private DmlStatement update(List<Hint> hints, int start) {
    Target target = target();
    expect("SET");
    List<Assignment> assignments = cursor().commaList(this::assignment);
    FromItem from = accept("FROM") ? grammar().queries().fromClause() : null;
    Expression where = where();
    Expression assertRows = assertRows();
    Returning returning = returning();
    return new DmlStatement.Update(
        hints, target, assignments, from, where, assertRows, returning, since(start));
  }

  private DmlStatement delete(List<Hint> hints, int start) {
    if (!accept("FROM") && !mayOmitFrom()) {
      throw expected("keyword FROM");
    }
    Target target = target();
    FromItem using = accept("USING") ? grammar().queries().fromClause() : null;
    Expression where = where();
    Expression assertRows = assertRows();
    Returning returning = returning();
    return new DmlStatement.Delete(
        hints, target, using, where, assertRows, returning, since(start));
  }

  protected abstract boolean mayOmitFrom();

  private Target target() {
    int start = position();
    grammar().queries().acceptOnly();
    QualifiedName name = qualifiedName();
    List<Hint> hints = hints();
    Identifier alias = null;
    if (accept("AS") || (atName() && !at("SET"))) {
      alias = identifier();
    }
    return new Target(name, hints, alias, since(start));
  }

  private Assignment assignment() {
    int start = position();
    List<QualifiedName> targets;
    if (at('(')) {
      targets = severalTargets();
    } else {
      QualifiedName target = qualifiedName();
      if (at('[')) {
        throw notSupported("assignment to an array element");
      }
      targets = List.of(target);
    }
    expect('=');
    Expression value = grammar().queries().valueOrDefault();
    return new Assignment(targets, value, since(start));
  }

  /** The targets of PostgreSQL's {@code (a, b) = ...}. */
  protected abstract List<QualifiedName> severalTargets();

  private @Nullable Expression where() {
    if (accept("WHERE")) {
      if (at("CURRENT", "OF")) {
        throw notSupported("WHERE CURRENT OF");
      }
      return expression();
    }
    if (whereIsMandatory()) {
      throw expected("keyword WHERE");
    }
    return null;
  }

  protected abstract boolean whereIsMandatory();

  private @Nullable Expression assertRows() {
    return accept("ASSERT_ROWS_MODIFIED") ? expression() : null;
  }

  private @Nullable Returning returning() {
    int start = position();
    if (!acceptReturning()) {
      return null;
    }
    boolean withAction = accept("WITH", "ACTION");
    Identifier actionName = withAction && accept("AS") ? identifier() : null;
    return new Returning(withAction, actionName, grammar().queries().selectList(), since(start));
  }

  /** THEN RETURN or RETURNING. */
  protected abstract boolean acceptReturning();
}
