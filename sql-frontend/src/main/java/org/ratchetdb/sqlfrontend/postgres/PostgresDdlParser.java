package org.ratchetdb.sqlfrontend.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.AlterTableAction;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.TableElement.Option;
import org.ratchetdb.sqlfrontend.ast.TableElement.SequenceSettings;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.parser.DdlParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** PostgreSQL's schema statements with Spanner's additions. */
final class PostgresDdlParser extends DdlParser {
  private final PostgresExpressionParser expressions;

  PostgresDdlParser(Grammar grammar, PostgresExpressionParser expressions) {
    super(grammar);
    this.expressions = expressions;
  }

  @Override
  protected boolean keyPartsHaveNullOrder() {
    return true;
  }

  @Override
  protected void rangeSeparator() {
    accept(',');
  }

  @Override
  protected void counterWith() {
    accept("WITH");
  }

  // ---- tables

  @Override
  protected boolean mayEndInComma() {
    return false;
  }

  @Override
  protected void refuseTableElement() {
    if (at("LIKE")) {
      throw notSupported("LIKE in CREATE TABLE");
    }
    if (at("EXCLUDE") && (nextIs(1, "USING") || nextIs(1, '('))) {
      throw notSupported("EXCLUDE constraint");
    }
  }

  @Override
  protected void tableTail(TableDraft table) {
    boolean more = true;
    while (more) {
      boolean comma = at(',') && (nextIs(1, "INTERLEAVE") || nextIs(1, "TTL"));
      advance(comma ? 1 : 0);
      more = tableClause(table);
    }
  }

  private boolean tableClause(TableDraft table) {
    if (atInterleave()) {
      table.setInterleave(interleave());
    } else if (accept("TTL")) {
      table.setRowDeletion(timeToLive());
    } else if (at("LOCALITY", "GROUP") || at("COLUMNAR", "POLICY")) {
      table.setUnsupported(twoWords());
      advance(3);
    } else if (at("PARTITION", "BY") || at("ON", "COMMIT")) {
      table.setUnsupported(twoWords());
      skipStatement();
    } else if (at("INHERITS") || at("WITH") || at("WITHOUT") || at("TABLESPACE") || at("USING")) {
      table.setUnsupported(word(position()) + " in CREATE TABLE");
      skipStatement();
    } else {
      return false;
    }
    return true;
  }

  private String twoWords() {
    return word(position()) + " " + word(position() + 1);
  }

  private String word(int token) {
    return cursor().tokens().textOf(token).toUpperCase(Locale.ROOT);
  }

  @Override
  protected boolean mayHaveOnUpdateAction() {
    return true;
  }

  @Override
  protected List<Identifier> referencedColumns() {
    return at('(') ? columns() : List.of();
  }

  @Override
  protected void constraintEnd() {
    boolean more = true;
    while (more) {
      boolean deferred =
          at("DEFERRABLE")
              || at("INITIALLY", "DEFERRED")
              || at("NOT", "VALID")
              || at("NO", "INHERIT");
      if (deferred) {
        throw notSupported("DEFERRABLE, NOT VALID or NO INHERIT constraint");
      }
      more = accept("NOT", "DEFERRABLE") || accept("INITIALLY", "IMMEDIATE");
    }
  }

  @Override
  protected boolean mayBeGeneratedAlways() {
    return true;
  }

  @Override
  protected boolean otherColumnClause(ColumnDraft column) {
    if (at("NULL")) {
      setExplicitNull(column);
      advance(1);
    } else if (accept("VECTOR", "LENGTH")) {
      column.setVectorLength(integerLiteral());
    } else if (at("CONSTRAINT") || at("CHECK") || at("REFERENCES") || at("UNIQUE")) {
      columnConstraint(column);
    } else if (at("COLLATE")) {
      throw notSupported("COLLATE in CREATE TABLE");
    } else {
      return false;
    }
    return true;
  }

  @Override
  protected Expression defaultExpression() {
    return expressions.restricted();
  }

  // ---- ALTER TABLE

  @Override
  protected void acceptOnly() {
    accept("ONLY");
  }

  @Override
  protected boolean mayHaveSeveralActions() {
    return true;
  }

  @Override
  protected AlterTableAction otherAction(int start) {
    if (at("OWNER")
        || at("ENABLE")
        || at("DISABLE")
        || at("INHERIT")
        || at("CLUSTER")
        || at("VALIDATE")
        || at("NO")
        || at("FORCE")
        || at("ATTACH")
        || at("DETACH")) {
      return unsupported("ALTER TABLE ... " + word(position()), start);
    }
    throw unexpected();
  }

  @Override
  protected AlterTableAction otherRename(int start) {
    return unsupported("ALTER TABLE ... RENAME COLUMN", start);
  }

  @Override
  protected AlterTableAction otherSet(int start) {
    if (at("SCHEMA")
        || at("LOCALITY")
        || at("TABLESPACE")
        || at("LOGGED")
        || at("UNLOGGED")
        || at("WITHOUT")
        || at("COLUMNAR")
        || at('(')) {
      return unsupported("ALTER TABLE ... SET " + word(position()), start);
    }
    throw unexpected();
  }

  @Override
  protected AlterTableAction alterColumn(Identifier column, int start) {
    AlterTableAction property = alterProperty(column, start);
    if (property != null) {
      return property;
    }
    if (accept("SET", "DATA", "TYPE") || accept("TYPE")) {
      TypeName type = typeName();
      if (at("USING")) {
        throw notSupported("ALTER COLUMN ... TYPE ... USING");
      }
      return new AlterTableAction.SetColumnType(column, type, since(start));
    }
    if (at("RESTART")) {
      return alterIdentity(column, start);
    }
    boolean identity = nextIs(1, "SKIP") || nextIs(1, "NO");
    if (at("SET") && identity) {
      advance(1);
      return alterIdentity(column, start);
    }
    if (at("SET") || at("ADD") || at("DROP") || at("RESET")) {
      return unsupported("ALTER COLUMN ... " + twoWords(), start);
    }
    throw unexpected();
  }

  @Override
  protected Expression alteredDefault() {
    return expression();
  }

  // ---- other objects

  @Override
  protected boolean sequenceClause(SequenceDraft draft) {
    if (accept("NO", "MINVALUE")
        || accept("NO", "MAXVALUE")
        || accept("NO", "CYCLE")
        || accept("OWNED", "BY", "NONE")) {
      return true;
    }
    boolean counter = nextIs(1, "COUNTER");
    if ((at("START") && !counter)
        || (at("RESTART") && !counter)
        || at("INCREMENT")
        || at("MINVALUE")
        || at("MAXVALUE")
        || at("CACHE")
        || at("CYCLE")
        || at("AS")
        || at("OWNED")) {
      throw notSupported("sequence option " + word(position()));
    }
    return super.sequenceClause(draft);
  }

  @Override
  protected SequenceSettings alteredSequence() {
    if (at("OWNER") || at("RENAME") || at("SET")) {
      throw notSupported("ALTER SEQUENCE ... " + word(position()));
    }
    return sequenceSettings();
  }

  /** {@code [WITH] name [=] value ...}, the values words or literals. */
  @Override
  protected List<Option> newDatabaseOptions() {
    if (accept("WITH") && !isLabel(position())) {
      throw unexpected();
    }
    List<Option> options = new ArrayList<>();
    while (isLabel(position())) {
      int start = position();
      String name = label().name();
      accept('=');
      int valueStart = position();
      Expression value =
          isLabel(valueStart)
              ? new Expression.StringLiteral(label().name(), since(valueStart))
              : expression();
      options.add(new Option(name, value, since(start)));
    }
    return options;
  }

  @Override
  protected List<Option> databaseOptions() {
    int start = position();
    if (accept("RESET")) {
      String name = optionName();
      return List.of(new Option(name, new Expression.NullLiteral(since(start)), since(start)));
    }
    if (!at("SET")) {
      throw unexpected();
    }
    advance(1);
    String name = optionName();
    if (!accept('=')) {
      expect("TO");
    }
    int valueStart = position();
    Expression value =
        accept("DEFAULT") ? new Expression.NullLiteral(since(valueStart)) : settingValue();
    if (value instanceof Expression.Name word) {
      value = new Expression.StringLiteral(word.name().text(), word.span());
    }
    return List.of(new Option(name, value, since(start)));
  }

  private String optionName() {
    return cursor().qualifiedName(position(), label()).text();
  }

  @Override
  protected DbException severalObjects() {
    return notSupported("DROP of several objects");
  }

  @Override
  protected boolean dropBehavior() {
    if (accept("CASCADE")) {
      return true;
    }
    accept("RESTRICT");
    return false;
  }

  @Override
  protected boolean mayBeNameless() {
    return true;
  }

  @Override
  protected void indexMethod(IndexDraft draft) {
    accept('*');
    if (accept("USING") && !accept("BTREE")) {
      throw notSupported("index method " + identifier().name());
    }
  }

  @Override
  protected boolean otherIndexClause(IndexDraft draft) {
    if (at("INCLUDE") && !draft.hasStored()) {
      advance(1);
      draft.setStored(columns());
      return true;
    }
    if (at("LOCALITY", "GROUP") || at("NULLS", "NOT") || at("NULLS", "DISTINCT")) {
      draft.setUnsupported(twoWords());
      advance(isLabel(position() + 2) ? 3 : 2);
      return true;
    }
    if ((at("WITH") && nextIs(1, '(')) || at("TABLESPACE")) {
      draft.setUnsupported(word(position()) + " in CREATE INDEX");
      skipStatement();
      return true;
    }
    return false;
  }

  @Override
  protected String storedWord() {
    return "INCLUDE";
  }
}
