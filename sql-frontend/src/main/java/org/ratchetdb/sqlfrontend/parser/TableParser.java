package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.ast.TableElement.Column;
import org.ratchetdb.sqlfrontend.ast.TableElement.Constraint;
import org.ratchetdb.sqlfrontend.ast.TableElement.ForeignKey;
import org.ratchetdb.sqlfrontend.ast.TableElement.KeyPart;
import org.ratchetdb.sqlfrontend.ast.TableElement.Option;
import org.ratchetdb.sqlfrontend.ast.TableElement.ReferentialAction;
import org.ratchetdb.sqlfrontend.ast.TypeName;

/** CREATE TABLE: columns, constraints and the clauses behind the list. */
public abstract class TableParser extends DdlClauseParser {
  protected TableParser(Grammar grammar) {
    super(grammar);
  }

  /** The rest of CREATE TABLE, whose first word is token {@code start}. */
  protected final Statement createTable(int start) {
    TableDraft table = new TableDraft();
    boolean ifNotExists = ifNotExists();
    QualifiedName name = qualifiedName();
    if (at("AS") || at("OF") || at("PARTITION", "OF")) {
      return grammar().statements().unsupported("CREATE TABLE AS");
    }
    expect('(');
    if (!at(')')) {
      tableElements(table);
    }
    expect(')');
    tableTail(table);
    return new DdlStatement.CreateTable(
        name,
        ifNotExists,
        table.columns,
        table.constraints,
        table.synonym,
        table.interleave,
        table.rowDeletion,
        table.options,
        table.unsupported,
        since(start));
  }

  /** The parts of a table while they are read. */
  protected static final class TableDraft {
    private final List<Column> columns = new ArrayList<>();
    private final List<Constraint> constraints = new ArrayList<>();
    private @Nullable Identifier synonym;
    private TableElement.@Nullable Interleave interleave;
    private TableElement.@Nullable RowDeletion rowDeletion;
    private List<Option> options = List.of();
    private @Nullable String unsupported;

    public void add(Constraint constraint) {
      constraints.add(constraint);
    }

    public void setInterleave(TableElement.Interleave clause) {
      interleave = clause;
    }

    public void setRowDeletion(TableElement.RowDeletion clause) {
      rowDeletion = clause;
    }

    public void setOptions(List<Option> clause) {
      options = clause;
    }

    public void setUnsupported(String feature) {
      unsupported = feature;
    }
  }

  private void tableElements(TableDraft table) {
    do {
      if (at(')') && mayEndInComma()) {
        return;
      }
      tableElement(table);
    } while (accept(','));
  }

  protected abstract boolean mayEndInComma();

  private void tableElement(TableDraft table) {
    if (at("SYNONYM") && nextIs(1, '(')) {
      advance(1);
      expect('(');
      table.synonym = identifier();
      expect(')');
    } else if (atTableConstraint()) {
      table.constraints.add(tableConstraint());
    } else {
      refuseTableElement();
      table.columns.add(column());
    }
  }

  /** LIKE and EXCLUDE in PostgreSQL. */
  protected void refuseTableElement() {}

  /** The clauses behind the list. */
  protected abstract void tableTail(TableDraft table);

  // ---- constraints

  protected final boolean atTableConstraint() {
    return at("PRIMARY", "KEY")
        || at("FOREIGN", "KEY")
        || (at("CHECK") && nextIs(1, '('))
        || (at("UNIQUE") && nextIs(1, '('))
        || (at("CONSTRAINT") && isName(position() + 1) && atConstraintKind(position() + 2));
  }

  private boolean atConstraintKind(int token) {
    int ahead = token - position();
    return nextIs(ahead, "PRIMARY")
        || nextIs(ahead, "FOREIGN")
        || nextIs(ahead, "CHECK")
        || nextIs(ahead, "UNIQUE");
  }

  protected final Constraint tableConstraint() {
    int start = position();
    Identifier name = accept("CONSTRAINT") ? identifier() : null;
    if (accept("PRIMARY", "KEY")) {
      List<KeyPart> parts = keyParts();
      constraintEnd();
      return new TableElement.PrimaryKey(name, parts, since(start));
    }
    if (accept("UNIQUE")) {
      List<KeyPart> parts = keyParts();
      constraintEnd();
      return new TableElement.Unique(name, parts, since(start));
    }
    if (at("CHECK")) {
      return check(name, start);
    }
    expect("FOREIGN", "KEY");
    List<Identifier> columns = columns();
    return references(name, columns, start);
  }

  private Constraint check(@Nullable Identifier name, int start) {
    expect("CHECK");
    Expression condition = bracketed();
    constraintEnd();
    return new TableElement.Check(name, condition, since(start));
  }

  private Constraint references(@Nullable Identifier name, List<Identifier> columns, int start) {
    expect("REFERENCES");
    QualifiedName table = qualifiedName();
    List<Identifier> referenced = referencedColumns();
    ReferentialAction onDelete = null;
    ReferentialAction onUpdate = null;
    boolean more = true;
    while (more) {
      if (onDelete == null && accept("ON", "DELETE")) {
        onDelete = action();
      } else if (onUpdate == null && mayHaveOnUpdateAction() && accept("ON", "UPDATE")) {
        onUpdate = action();
      } else if (at("MATCH")) {
        match();
      } else {
        more = false;
      }
    }
    boolean enforced = true;
    if (accept("NOT", "ENFORCED")) {
      enforced = false;
    } else {
      accept("ENFORCED");
    }
    constraintEnd();
    return new ForeignKey(
        name, columns, table, referenced, onDelete, onUpdate, enforced, since(start));
  }

  protected abstract boolean mayHaveOnUpdateAction();

  /** The referenced columns; PostgreSQL may leave them out. */
  protected abstract List<Identifier> referencedColumns();

  private void match() {
    if (!accept("MATCH", "SIMPLE")) {
      throw notSupported("MATCH other than SIMPLE");
    }
  }

  /** PostgreSQL's words about when a constraint is checked. */
  protected void constraintEnd() {}

  // ---- columns

  /** A column with everything that belongs to it. */
  protected final Column column() {
    int start = position();
    ColumnDraft draft = new ColumnDraft(columnName());
    draft.type = grammar().types().columnType();
    boolean more = true;
    while (more) {
      more = columnClause(draft);
    }
    return draft.column(start);
  }

  /** A column while it is read. */
  protected final class ColumnDraft {
    private final Identifier name;
    private @Nullable TypeName type;
    private @Nullable Boolean notNull;
    private @Nullable Expression defaultValue;
    private @Nullable Expression onUpdate;
    private TableElement.@Nullable Generated generated;
    private TableElement.@Nullable Identity identity;
    private boolean autoIncrement;
    private boolean hidden;
    private boolean placementKey;
    private final List<Constraint> constraints = new ArrayList<>();
    private @Nullable List<Option> options;
    private @Nullable Long vectorLength;

    private ColumnDraft(Identifier name) {
      this.name = name;
    }

    public void setVectorLength(long length) {
      vectorLength = length;
    }

    private Column column(int start) {
      TypeName spelled = type;
      if (spelled == null) {
        throw expected("type");
      }
      return new Column(
          name,
          spelled,
          Boolean.TRUE.equals(notNull),
          defaultValue,
          onUpdate,
          generated,
          identity,
          autoIncrement,
          hidden,
          placementKey,
          constraints,
          options == null ? List.of() : options,
          vectorLength,
          since(start));
    }
  }

  /** One clause of a column; false if none is at the cursor. */
  protected boolean columnClause(ColumnDraft column) {
    int start = position();
    if (at("NOT", "NULL")) {
      once(column.notNull == null);
      advance(2);
      column.notNull = Boolean.TRUE;
    } else if (at("DEFAULT")) {
      once(column.defaultValue == null && column.generated == null);
      advance(1);
      column.defaultValue = defaultExpression();
    } else if (at("ON", "UPDATE")) {
      once(column.onUpdate == null);
      advance(2);
      column.onUpdate = defaultExpression();
    } else if (accept("GENERATED")) {
      once(column.generated == null && column.identity == null);
      generated(column, start);
    } else if (at("HIDDEN")) {
      once(!column.hidden);
      advance(1);
      column.hidden = true;
    } else if (at("PRIMARY", "KEY")) {
      advance(2);
      KeyPart part = new KeyPart(column.name, false, null, column.name.span());
      constraintEnd();
      column.constraints.add(new TableElement.PrimaryKey(null, List.of(part), since(start)));
    } else {
      return otherColumnClause(column);
    }
    return true;
  }

  /** Clauses that only one dialect has; false if none is at the cursor. */
  protected abstract boolean otherColumnClause(ColumnDraft column);

  protected final void once(boolean first) {
    if (!first) {
      throw unexpected();
    }
  }

  protected final void setExplicitNull(ColumnDraft column) {
    once(column.notNull == null);
    column.notNull = Boolean.FALSE;
  }

  protected final void setAutoIncrement(ColumnDraft column) {
    once(!column.autoIncrement && column.identity == null);
    column.autoIncrement = true;
  }

  protected final void setPlacementKey(ColumnDraft column) {
    column.placementKey = true;
  }

  protected final void setColumnOptions(ColumnDraft column) {
    once(column.options == null);
    column.options = options();
  }

  /** {@code AS (expression) [STORED]}; AS has been read. */
  protected final void setGenerated(ColumnDraft column, int start) {
    once(column.generated == null && column.defaultValue == null);
    Expression expression = bracketed();
    boolean stored = accept("STORED");
    if (!stored) {
      accept("VIRTUAL");
    }
    column.generated = new TableElement.Generated(expression, stored, since(start));
  }

  /** CHECK, REFERENCES or UNIQUE at a column, with or without a name. */
  protected final void columnConstraint(ColumnDraft column) {
    int start = position();
    Identifier name = accept("CONSTRAINT") ? identifier() : null;
    KeyPart part = new KeyPart(column.name, false, null, column.name.span());
    if (at("CHECK")) {
      column.constraints.add(check(name, start));
    } else if (accept("UNIQUE")) {
      constraintEnd();
      column.constraints.add(new TableElement.Unique(name, List.of(part), since(start)));
    } else if (accept("PRIMARY", "KEY")) {
      constraintEnd();
      column.constraints.add(new TableElement.PrimaryKey(name, List.of(part), since(start)));
    } else if (name != null && accept("NOT", "NULL")) {
      column.notNull = Boolean.TRUE;
    } else {
      column.constraints.add(references(name, List.of(column.name), start));
    }
  }

  private void generated(ColumnDraft column, int start) {
    if (accept("BY")) {
      expect("DEFAULT");
      expect("AS", "IDENTITY");
      column.identity = identity(false, start);
      return;
    }
    expect("ALWAYS");
    expect("AS");
    if (mayBeGeneratedAlways() && accept("IDENTITY")) {
      column.identity = identity(true, start);
    } else {
      setGenerated(column, start);
    }
  }

  /** Whether GENERATED ALWAYS AS IDENTITY is in the dialect's grammar. */
  protected abstract boolean mayBeGeneratedAlways();

  /** The operand of DEFAULT and ON UPDATE. */
  protected abstract Expression defaultExpression();
}
