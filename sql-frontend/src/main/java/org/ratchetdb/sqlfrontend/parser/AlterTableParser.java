package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.AlterTableAction;
import org.ratchetdb.sqlfrontend.ast.AlterTableAction.RowDeletionChange;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.ast.TableElement.ReferentialAction;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;

/** ALTER TABLE and its actions. */
public abstract class AlterTableParser extends TableParser {
  protected AlterTableParser(Grammar grammar) {
    super(grammar);
  }

  /** The rest of ALTER TABLE, whose first word is token {@code start}. */
  protected final Statement alterTable(int start) {
    boolean ifExists = ifExists();
    acceptOnly();
    QualifiedName name = qualifiedName();
    List<AlterTableAction> actions = new ArrayList<>();
    do {
      actions.add(alterAction(name));
    } while (mayHaveSeveralActions() && accept(','));
    return new DdlStatement.AlterTable(name, ifExists, actions, since(start));
  }

  /** PostgreSQL's ONLY. */
  protected void acceptOnly() {}

  protected abstract boolean mayHaveSeveralActions();

  private AlterTableAction alterAction(QualifiedName table) {
    int start = position();
    if (accept("ADD")) {
      return add(start);
    }
    if (accept("DROP")) {
      return drop(start);
    }
    if (accept("SET")) {
      return set(start);
    }
    if (accept("RENAME")) {
      return rename(table, start);
    }
    if (accept("REPLACE", "ROW") || at("ALTER", "TTL")) {
      return replaceRowDeletion(start);
    }
    if (accept("ALTER")) {
      if (!columnWordIsName()) {
        accept("COLUMN");
      }
      return alterColumn(identifier(), start);
    }
    return otherAction(start);
  }

  /** Whether COLUMN at the cursor is itself the name of a column. */
  private boolean columnWordIsName() {
    return at("COLUMN") && !isLabel(position() + 1);
  }

  /** Actions that the dialect knows and Ratchet does not have; else an error. */
  protected AlterTableAction otherAction(int start) {
    throw unexpected();
  }

  protected final AlterTableAction unsupported(String feature, int start) {
    grammar().statements().unsupported(feature);
    return new AlterTableAction.UnsupportedChange(feature, since(start));
  }

  private AlterTableAction add(int start) {
    if (accept("ROW", "DELETION", "POLICY")) {
      return rowDeletion(RowDeletionChange.ADD, rowDeletionPolicy(), start);
    }
    if (at("TTL", "INTERVAL")) {
      advance(1);
      return rowDeletion(RowDeletionChange.ADD, timeToLive(), start);
    }
    if (at("SYNONYM") && endsAfter(position() + 1)) {
      advance(1);
      return new AlterTableAction.AddSynonym(identifier(), since(start));
    }
    if (atTableConstraint()) {
      return new AlterTableAction.AddConstraint(tableConstraint(), since(start));
    }
    accept("COLUMN");
    boolean ifNotExists = ifNotExists();
    TableElement.Column column = column();
    return new AlterTableAction.AddColumn(ifNotExists, column, since(start));
  }

  /** Whether a name and then nothing more stands at a token. */
  private boolean endsAfter(int token) {
    if (!isName(token)) {
      return false;
    }
    int ahead = token - position() + 1;
    return nextIs(ahead, TokenKind.EOF) || nextIs(ahead, ';') || nextIs(ahead, ',');
  }

  private AlterTableAction drop(int start) {
    if (accept("ROW", "DELETION", "POLICY")
        || (at("TTL") && endsAfter(position()) && accept("TTL"))) {
      return rowDeletion(RowDeletionChange.DROP, null, start);
    }
    if (at("SYNONYM") && isName(position() + 1)) {
      advance(1);
      return new AlterTableAction.DropSynonym(identifier(), since(start));
    }
    if (at("CONSTRAINT") && isName(position() + 1)) {
      advance(1);
      boolean ifExists = ifExists();
      Identifier constraint = identifier();
      dropBehavior();
      return new AlterTableAction.DropConstraint(ifExists, constraint, since(start));
    }
    if (!columnWordIsName()) {
      accept("COLUMN");
    }
    boolean ifExists = ifExists();
    Identifier column = identifier();
    dropBehavior();
    return new AlterTableAction.DropColumn(ifExists, column, since(start));
  }

  /** RESTRICT, which is the only way; CASCADE is refused. */
  private void dropBehavior() {
    if (at("CASCADE")) {
      throw notSupported("DROP ... CASCADE");
    }
    accept("RESTRICT");
  }

  private AlterTableAction set(int start) {
    if (accept("ON", "DELETE")) {
      ReferentialAction action = action();
      return new AlterTableAction.SetOnDelete(action, since(start));
    }
    if (atInterleave()) {
      return new AlterTableAction.SetInterleave(interleave(), since(start));
    }
    if (at("OPTIONS") && nextIs(1, '(')) {
      advance(1);
      return new AlterTableAction.SetTableOptions(options(), since(start));
    }
    return otherSet(start);
  }

  /** SET forms of one dialect that Ratchet does not have; else an error. */
  protected AlterTableAction otherSet(int start) {
    throw unexpected();
  }

  private AlterTableAction rename(QualifiedName table, int start) {
    if (accept("TO")) {
      QualifiedName to = qualifiedName();
      Identifier synonym = null;
      if (at(',') && nextIs(1, "ADD") && nextIs(2, "SYNONYM")) {
        advance(3);
        synonym = identifier();
      }
      return new AlterTableAction.Rename(to, synonym, since(start));
    }
    if (accept("WITH", "SYNONYM")) {
      expect("TO");
      return new AlterTableAction.Rename(qualifiedName(), table.last(), since(start));
    }
    return otherRename(start);
  }

  /** RENAME forms of one dialect that Ratchet does not have; else an error. */
  protected AlterTableAction otherRename(int start) {
    throw expected("keyword TO");
  }

  private AlterTableAction replaceRowDeletion(int start) {
    if (accept("ALTER", "TTL")) {
      return rowDeletion(RowDeletionChange.REPLACE, timeToLive(), start);
    }
    expect("DELETION", "POLICY");
    return rowDeletion(RowDeletionChange.REPLACE, rowDeletionPolicy(), start);
  }

  private AlterTableAction rowDeletion(
      RowDeletionChange change, TableElement.@Nullable RowDeletion policy, int start) {
    return new AlterTableAction.ChangeRowDeletion(change, policy, since(start));
  }

  // ---- ALTER COLUMN

  /** What becomes of a column whose name has been read. */
  protected abstract AlterTableAction alterColumn(Identifier column, int start);

  /** SET and DROP of NOT NULL, DEFAULT and ON UPDATE; null if none of them is at the cursor. */
  protected final @Nullable AlterTableAction alterProperty(Identifier column, int start) {
    if (accept("SET", "NOT", "NULL")) {
      return new AlterTableAction.SetNotNull(column, true, since(start));
    }
    if (accept("DROP", "NOT", "NULL")) {
      return new AlterTableAction.SetNotNull(column, false, since(start));
    }
    if (accept("SET", "DEFAULT")) {
      Expression value = alteredDefault();
      return new AlterTableAction.SetDefault(column, value, since(start));
    }
    if (accept("DROP", "DEFAULT")) {
      return new AlterTableAction.SetDefault(column, null, since(start));
    }
    if (accept("SET", "ON", "UPDATE")) {
      Expression value = alteredDefault();
      return new AlterTableAction.SetOnUpdate(column, value, since(start));
    }
    if (accept("DROP", "ON", "UPDATE")) {
      return new AlterTableAction.SetOnUpdate(column, null, since(start));
    }
    return null;
  }

  /** The operand of SET DEFAULT and SET ON UPDATE. */
  protected abstract Expression alteredDefault();

  protected final AlterTableAction alterIdentity(Identifier column, int start) {
    int clauses = position();
    TableElement.SequenceSettings settings = sequenceSettings();
    if (position() == clauses) {
      throw unexpected();
    }
    return new AlterTableAction.AlterIdentity(column, settings, since(start));
  }
}
