package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.DdlStatement.ObjectType;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Statement;
import org.ratchetdb.sqlfrontend.ast.TableElement.KeyPart;
import org.ratchetdb.sqlfrontend.ast.TableElement.Option;
import org.ratchetdb.sqlfrontend.ast.TableElement.SequenceSettings;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.WordSet;

/** Statements that change the schema. */
public abstract class DdlParser extends AlterTableParser {
  /** Objects that one of the dialects knows and Ratchet does not have, by their first word. */
  private static final WordSet OTHER_OBJECTS =
      WordSet.of(
          """
          VIEW MATERIALIZED RECURSIVE FUNCTION ROLE USER GROUP MODEL PLACEMENT EXTENSION TYPE DOMAIN
          TRIGGER EVENT RULE PROCEDURE AGGREGATE OPERATOR CAST COLLATION CONVERSION POLICY PUBLICATION
          SUBSCRIPTION SERVER TABLESPACE STATISTICS CHANGE PROPERTY PROTO LOCALITY SEARCH VECTOR TEMP
          TEMPORARY UNLOGGED FOREIGN GLOBAL LOCAL LANGUAGE TEXT TRANSFORM ACCESS DEFAULT SYSTEM
          QUEUE CONSTANT EXTERNAL OWNED LARGE TRUSTED PROCEDURAL INSTANCE
          """);

  /** First words of objects whose kind takes two words to say. */
  private static final WordSet TWO_WORDS =
      WordSet.of(
          """
          MATERIALIZED EVENT CHANGE PROPERTY PROTO LOCALITY SEARCH VECTOR TEMP TEMPORARY UNLOGGED
          FOREIGN RECURSIVE ACCESS TEXT LARGE
          """);

  protected DdlParser(Grammar grammar) {
    super(grammar);
  }

  final Statement statement() {
    int start = position();
    if (accept("CREATE")) {
      return create(start);
    }
    if (accept("ALTER")) {
      return alter(start);
    }
    if (accept("DROP")) {
      return drop(start);
    }
    if (accept("ANALYZE")) {
      QualifiedName table = atName() ? qualifiedName() : null;
      return new DdlStatement.Analyze(table, since(start));
    }
    if (accept("RESTORE", "DATABASE")) {
      return restore(start);
    }
    if (accept("RENAME", "TABLE")) {
      return renameTables(start);
    }
    if (at("RENAME") || at("RESTORE")) {
      throw unexpected();
    }
    return other(cursor().tokens().textOf(start), start);
  }

  private Statement other(String verb, int start) {
    StringBuilder feature = new StringBuilder(verb.toUpperCase(Locale.ROOT));
    if (accept("OR", "REPLACE")) {
      feature.append(" OR REPLACE");
    }
    int i = position();
    if (i > start) {
      if (!contains(OTHER_OBJECTS, i)) {
        throw unexpected();
      }
      feature.append(' ').append(cursor().tokens().textOf(i).toUpperCase(Locale.ROOT));
      if (contains(TWO_WORDS, i) && isLabel(i + 1)) {
        feature.append(' ').append(cursor().tokens().textOf(i + 1).toUpperCase(Locale.ROOT));
      }
    }
    cursor().advance(start - position());
    return grammar().statements().unsupported(feature.toString());
  }

  private boolean contains(WordSet words, int token) {
    return cursor().tokens().kind(token) == TokenKind.WORD
        && words.contains(
            cursor().tokens().text(), cursor().tokens().begin(token), cursor().tokens().end(token));
  }

  private Statement create(int start) {
    if (accept("TABLE")) {
      return createTable(start);
    }
    if (at("INDEX") || at("UNIQUE") || at("NULL_FILTERED")) {
      return createIndex(start);
    }
    if (accept("SEQUENCE")) {
      boolean ifNotExists = ifNotExists();
      QualifiedName name = qualifiedName();
      SequenceSettings settings = sequenceSettings();
      return new DdlStatement.CreateSequence(name, ifNotExists, settings, since(start));
    }
    if (accept("SCHEMA")) {
      boolean ifNotExists = ifNotExists();
      return new DdlStatement.CreateSchema(identifier(), ifNotExists, since(start));
    }
    if (accept("DATABASE")) {
      boolean ifNotExists = ifNotExists();
      return createDatabase(ifNotExists, start);
    }
    if (accept("SNAPSHOT")) {
      Identifier name = databaseName();
      Identifier database = accept("OF", "DATABASE") ? databaseName() : null;
      return new DdlStatement.CreateSnapshot(name, database, since(start));
    }
    return other("CREATE", start);
  }

  private Statement createDatabase(boolean ifNotExists, int start) {
    Identifier name = databaseName();
    Identifier snapshot = null;
    Identifier origin = null;
    List<Option> options = List.of();
    if (accept("FROM", "SNAPSHOT")) {
      snapshot = databaseName();
    } else if (accept("FROM", "DATABASE")) {
      origin = databaseName();
    } else if (at("FROM")) {
      advance(1);
      throw unexpected();
    } else if (accept("OPTIONS")) {
      options = options();
    } else {
      options = newDatabaseOptions();
    }
    return new DdlStatement.CreateDatabase(
        name, ifNotExists, snapshot, origin, options, since(start));
  }

  /** The dialect's own way to say what OPTIONS says behind CREATE DATABASE; usually nothing. */
  protected abstract List<Option> newDatabaseOptions();

  private Statement restore(int start) {
    Identifier name = databaseName();
    expect("FROM");
    if (!accept("SNAPSHOT")) {
      return grammar().admin().restore(name, start);
    }
    return new DdlStatement.RestoreDatabase(name, databaseName(), since(start));
  }

  /** {@code WITH (FORCE)}, with or without its first word. */
  private boolean force() {
    boolean with = accept("WITH");
    if (!with && !at('(')) {
      return false;
    }
    expect('(');
    expect("FORCE");
    expect(')');
    return true;
  }

  /** The name of a database or snapshot. */
  protected Identifier databaseName() {
    return identifier();
  }

  private Statement alter(int start) {
    if (accept("TABLE")) {
      return alterTable(start);
    }
    if (accept("INDEX")) {
      return alterIndex(start);
    }
    if (accept("SEQUENCE")) {
      boolean ifExists = ifExists();
      QualifiedName name = qualifiedName();
      int clauses = position();
      SequenceSettings settings = alteredSequence();
      if (position() == clauses) {
        throw unexpected();
      }
      return new DdlStatement.AlterSequence(name, ifExists, settings, since(start));
    }
    if (accept("DATABASE")) {
      Identifier name = databaseName();
      List<Option> options = databaseOptions();
      return new DdlStatement.AlterDatabase(name, options, since(start));
    }
    return at("SCHEMA")
        ? grammar().statements().unsupported("ALTER SCHEMA")
        : other("ALTER", start);
  }

  protected abstract SequenceSettings alteredSequence();

  /** A value as SET takes it: a literal, or a word that stands for itself. */
  protected final Expression settingValue() {
    return grammar().session().settingValue();
  }

  /** What follows ALTER DATABASE and its name. */
  protected abstract List<Option> databaseOptions();

  private Statement drop(int start) {
    for (ObjectType type : ObjectType.values()) {
      if (at(type.name())) {
        return dropObject(type, start);
      }
    }
    if (accept("DATABASE")) {
      boolean ifExists = ifExists();
      Identifier name = databaseName();
      return new DdlStatement.DropDatabase(name, ifExists, force(), since(start));
    }
    if (accept("SNAPSHOT")) {
      boolean ifExists = ifExists();
      return new DdlStatement.DropSnapshot(databaseName(), ifExists, since(start));
    }
    return other("DROP", start);
  }

  private Statement dropObject(ObjectType type, int start) {
    advance(1);
    if (at("CONCURRENTLY")) {
      throw notSupported("CONCURRENTLY");
    }
    boolean ifExists = ifExists();
    QualifiedName name = qualifiedName();
    if (at(',')) {
      throw severalObjects();
    }
    boolean cascade = dropBehavior();
    return new DdlStatement.Drop(type, name, ifExists, cascade, since(start));
  }

  /** The error for a comma behind the dropped object. */
  protected abstract DbException severalObjects();

  /** PostgreSQL's CASCADE (true) or RESTRICT. */
  protected boolean dropBehavior() {
    return false;
  }

  private Statement renameTables(int start) {
    List<DdlStatement.TableRename> renames = cursor().commaList(this::tableRename);
    return new DdlStatement.RenameTables(renames, since(start));
  }

  private DdlStatement.TableRename tableRename() {
    int start = position();
    QualifiedName from = qualifiedName();
    expect("TO");
    return new DdlStatement.TableRename(from, qualifiedName(), since(start));
  }

  // ---- indexes

  private Statement createIndex(int start) {
    boolean unique = accept("UNIQUE");
    boolean nullFiltered = accept("NULL_FILTERED");
    expect("INDEX");
    if (at("CONCURRENTLY")) {
      throw notSupported("CONCURRENTLY");
    }
    IndexDraft draft = new IndexDraft();
    boolean ifNotExists = ifNotExists();
    QualifiedName name = at("ON") && mayBeNameless() ? null : qualifiedName();
    expect("ON");
    acceptOnly();
    QualifiedName table = qualifiedName();
    indexMethod(draft);
    List<KeyPart> parts = keyParts();
    boolean more = true;
    while (more) {
      more = indexClause(draft);
    }
    return new DdlStatement.CreateIndex(
        name,
        ifNotExists,
        unique,
        nullFiltered,
        table,
        parts,
        draft.stored,
        draft.where,
        draft.interleaveIn,
        draft.options,
        draft.unsupported,
        since(start));
  }

  protected abstract boolean mayBeNameless();

  /** PostgreSQL's USING method. */
  protected void indexMethod(IndexDraft draft) {}

  /** The clauses of an index while they are read. */
  protected static final class IndexDraft {
    private List<Identifier> stored = new ArrayList<>();
    private @Nullable Expression where;
    private @Nullable QualifiedName interleaveIn;
    private List<Option> options = List.of();
    private @Nullable String unsupported;

    public void setStored(List<Identifier> columns) {
      stored = columns;
    }

    public boolean hasStored() {
      return !stored.isEmpty();
    }

    public void setOptions(List<Option> clause) {
      options = clause;
    }

    public void setUnsupported(String feature) {
      unsupported = feature;
    }
  }

  private boolean indexClause(IndexDraft draft) {
    if (at("WHERE") && draft.where == null) {
      advance(1);
      draft.where = expression();
      return true;
    }
    boolean comma = at(',') && nextIs(1, "INTERLEAVE");
    if (draft.interleaveIn == null && (comma || atInterleave())) {
      advance(comma ? 1 : 0);
      expect("INTERLEAVE", "IN");
      draft.interleaveIn = qualifiedName();
      return true;
    }
    return otherIndexClause(draft);
  }

  /** Clauses that only one dialect has; false if none is at the cursor. */
  protected abstract boolean otherIndexClause(IndexDraft draft);

  private Statement alterIndex(int start) {
    QualifiedName name = qualifiedName();
    boolean add = accept("ADD");
    if (!add && !accept("DROP")) {
      cursor().advance(start - position());
      return grammar().statements().unsupported("ALTER INDEX ... SET");
    }
    expect(storedWord());
    expect("COLUMN");
    return new DdlStatement.AlterIndex(name, add, identifier(), since(start));
  }

  /** STORED or INCLUDE. */
  protected abstract String storedWord();
}
