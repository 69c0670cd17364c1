package org.ratchetdb.sqlfrontend.googlesql;

import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.AlterTableAction;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.ast.TableElement.Option;
import org.ratchetdb.sqlfrontend.ast.TableElement.SequenceSettings;
import org.ratchetdb.sqlfrontend.parser.DdlParser;
import org.ratchetdb.sqlfrontend.parser.Grammar;

/** GoogleSQL's schema statements. */
final class GoogleSqlDdlParser extends DdlParser {
  GoogleSqlDdlParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  protected boolean keyPartsHaveNullOrder() {
    return false;
  }

  @Override
  protected void rangeSeparator() {
    expect(',');
  }

  @Override
  protected void counterWith() {
    expect("WITH");
  }

  // ---- tables

  @Override
  protected boolean mayEndInComma() {
    return true;
  }

  @Override
  protected void tableTail(TableDraft table) {
    int start = position();
    boolean needsComma = false;
    if (accept("PRIMARY", "KEY")) {
      table.add(new TableElement.PrimaryKey(null, keyParts(), since(start)));
      needsComma = true;
    }
    boolean more = true;
    while (more) {
      boolean comma = accept(',');
      more = tableClause(table);
      if ((comma && !more) || (more && needsComma && !comma)) {
        throw unexpected();
      }
      needsComma = true;
    }
  }

  private boolean tableClause(TableDraft table) {
    if (atInterleave()) {
      table.setInterleave(interleave());
    } else if (accept("ROW", "DELETION", "POLICY")) {
      table.setRowDeletion(rowDeletionPolicy());
    } else if (accept("OPTIONS")) {
      table.setOptions(options());
    } else {
      return false;
    }
    return true;
  }

  @Override
  protected boolean mayHaveOnUpdateAction() {
    return false;
  }

  @Override
  protected List<Identifier> referencedColumns() {
    return columns();
  }

  @Override
  protected boolean mayBeGeneratedAlways() {
    return false;
  }

  @Override
  protected boolean otherColumnClause(ColumnDraft column) {
    int start = position();
    if (accept("AS")) {
      setGenerated(column, start);
    } else if (at("AUTO_INCREMENT")) {
      setAutoIncrement(column);
      advance(1);
    } else if (accept("PLACEMENT", "KEY")) {
      setPlacementKey(column);
    } else if (at("OPTIONS") && nextIs(1, '(')) {
      advance(1);
      setColumnOptions(column);
    } else {
      return false;
    }
    return true;
  }

  @Override
  protected Expression defaultExpression() {
    return bracketed();
  }

  // ---- ALTER TABLE

  @Override
  protected boolean mayHaveSeveralActions() {
    return false;
  }

  @Override
  protected AlterTableAction alterColumn(Identifier column, int start) {
    AlterTableAction action = alterProperty(column, start);
    if (action != null) {
      return action;
    }
    if (accept("SET", "OPTIONS")) {
      return new AlterTableAction.SetColumnOptions(column, options(), since(start));
    }
    if (accept("ALTER", "IDENTITY")) {
      accept("SET");
      return alterIdentity(column, start);
    }
    cursor().stepBack(1);
    TableElement.Column definition = column();
    return new AlterTableAction.RedefineColumn(definition, since(start));
  }

  @Override
  protected Expression alteredDefault() {
    return bracketed();
  }

  // ---- other objects

  @Override
  protected boolean sequenceClause(SequenceDraft draft) {
    if (at("OPTIONS") && nextIs(1, '(')) {
      advance(1);
      draft.addOptions(options());
      return true;
    }
    return super.sequenceClause(draft);
  }

  @Override
  protected SequenceSettings alteredSequence() {
    if (at("SET")) {
      advance(1);
      if (!at("OPTIONS")) {
        throw expected("keyword OPTIONS");
      }
    } else if (at("OPTIONS")) {
      throw expected("keyword SET");
    }
    return sequenceSettings();
  }

  @Override
  protected List<Option> newDatabaseOptions() {
    return List.of();
  }

  @Override
  protected List<Option> databaseOptions() {
    expect("SET", "OPTIONS");
    return options();
  }

  @Override
  protected DbException severalObjects() {
    return cursor().endExpected();
  }

  @Override
  protected boolean mayBeNameless() {
    return false;
  }

  @Override
  protected boolean otherIndexClause(IndexDraft draft) {
    if (at("STORING") && !draft.hasStored()) {
      advance(1);
      draft.setStored(columns());
      return true;
    }
    boolean comma = at(',') && nextIs(1, "OPTIONS");
    if (comma || (at("OPTIONS") && nextIs(1, '('))) {
      advance(comma ? 2 : 1);
      draft.setOptions(options());
      return true;
    }
    return false;
  }

  @Override
  protected String storedWord() {
    return "STORED";
  }
}
