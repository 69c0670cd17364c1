package org.ratchetdb.sqlfrontend.parser;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.ast.TableElement.Interleave;
import org.ratchetdb.sqlfrontend.ast.TableElement.KeyPart;
import org.ratchetdb.sqlfrontend.ast.TableElement.Option;
import org.ratchetdb.sqlfrontend.ast.TableElement.ReferentialAction;
import org.ratchetdb.sqlfrontend.ast.TableElement.SequenceSettings;

/** Clauses that several schema statements share: key parts, options, sequences, interleaving. */
public abstract class DdlClauseParser extends GrammarPart {
  protected DdlClauseParser(Grammar grammar) {
    super(grammar);
  }

  protected final boolean ifNotExists() {
    return accept("IF", "NOT", "EXISTS");
  }

  protected final boolean ifExists() {
    return accept("IF", "EXISTS");
  }

  // ---- keys

  /** {@code (c [ASC|DESC], ...)}, which may be empty. */
  protected final List<KeyPart> keyParts() {
    expect('(');
    List<KeyPart> parts = at(')') ? List.of() : cursor().commaList(this::keyPart);
    expect(')');
    return parts;
  }

  private KeyPart keyPart() {
    int start = position();
    if (at('(') || nextIs(1, '(')) {
      throw notSupported("key part that is an expression");
    }
    Identifier column = columnName();
    boolean descending = accept("DESC");
    if (!descending) {
      accept("ASC");
    }
    Boolean nullsFirst = keyPartsHaveNullOrder() ? nullOrder() : null;
    return new KeyPart(column, descending, nullsFirst, since(start));
  }

  protected abstract boolean keyPartsHaveNullOrder();

  private @Nullable Boolean nullOrder() {
    if (accept("NULLS", "FIRST")) {
      return Boolean.TRUE;
    }
    return accept("NULLS", "LAST") ? Boolean.FALSE : null;
  }

  protected final List<Identifier> columns() {
    return identifiersInParentheses();
  }

  // ---- options

  /** {@code (name = value, ...)}, which may be empty. */
  protected final List<Option> options() {
    expect('(');
    List<Option> options = at(')') ? List.of() : cursor().commaList(this::option);
    expect(')');
    return options;
  }

  private Option option() {
    int start = position();
    String name = cursor().qualifiedName(start, label()).text();
    expect('=');
    return new Option(name, expression(), since(start));
  }

  // ---- interleaving and references

  protected final boolean atInterleave() {
    return at("INTERLEAVE", "IN");
  }

  protected final Interleave interleave() {
    int start = position();
    expect("INTERLEAVE", "IN");
    boolean parent = accept("PARENT");
    QualifiedName table = qualifiedName();
    ReferentialAction action = accept("ON", "DELETE") ? action() : null;
    return new Interleave(table, parent, action, since(start));
  }

  protected final ReferentialAction action() {
    if (accept("CASCADE")) {
      return ReferentialAction.CASCADE;
    }
    if (accept("NO", "ACTION")) {
      return ReferentialAction.NO_ACTION;
    }
    if (accept("RESTRICT")) {
      return ReferentialAction.RESTRICT;
    }
    if (accept("SET", "NULL")) {
      return ReferentialAction.SET_NULL;
    }
    if (accept("SET", "DEFAULT")) {
      return ReferentialAction.SET_DEFAULT;
    }
    throw unexpected();
  }

  // ---- sequences

  /** As many sequence clauses as stand here. */
  protected final SequenceSettings sequenceSettings() {
    SequenceDraft draft = new SequenceDraft();
    boolean more = true;
    while (more) {
      more = sequenceClause(draft);
    }
    return draft.settings();
  }

  /** One sequence clause; false if none is at the cursor. */
  protected boolean sequenceClause(SequenceDraft draft) {
    if (!draft.bitReversed && accept("BIT_REVERSED_POSITIVE")) {
      draft.bitReversed = true;
    } else if (draft.skipMin == null && accept("SKIP", "RANGE")) {
      draft.skipMin = signedInteger();
      rangeSeparator();
      draft.skipMax = signedInteger();
    } else if (accept("NO", "SKIP", "RANGE")) {
      draft.noSkipRange = true;
    } else if (draft.startCounter == null && accept("START", "COUNTER")) {
      counterWith();
      draft.startCounter = signedInteger();
    } else if (draft.restartCounter == null && accept("RESTART", "COUNTER")) {
      counterWith();
      draft.restartCounter = signedInteger();
    } else {
      return false;
    }
    return true;
  }

  /** What stands between the two ends of a range: a comma in GoogleSQL. */
  protected abstract void rangeSeparator();

  /** The word WITH before a counter, which PostgreSQL may leave out. */
  protected abstract void counterWith();

  /** The settings of a sequence while they are read. */
  protected static final class SequenceDraft {
    private boolean bitReversed;
    private @Nullable BigInteger skipMin;
    private @Nullable BigInteger skipMax;
    private boolean noSkipRange;
    private @Nullable BigInteger startCounter;
    private @Nullable BigInteger restartCounter;
    private final List<Option> options = new ArrayList<>();

    /** Adds what OPTIONS said. */
    public void addOptions(List<Option> more) {
      options.addAll(more);
    }

    private SequenceSettings settings() {
      return new SequenceSettings(
          bitReversed, skipMin, skipMax, noSkipRange, startCounter, restartCounter, options);
    }
  }

  /** The rest of {@code GENERATED {BY DEFAULT | ALWAYS} AS IDENTITY} behind IDENTITY. */
  protected final TableElement.Identity identity(boolean always, int start) {
    SequenceSettings settings = new SequenceDraft().settings();
    if (accept('(')) {
      int clauses = position();
      settings = sequenceSettings();
      if (position() == clauses) {
        throw unexpected();
      }
      expect(')');
    }
    return new TableElement.Identity(always, settings, since(start));
  }

  // ---- row deletion

  /** {@code (OLDER_THAN(column, INTERVAL n DAY))} behind ROW DELETION POLICY. */
  protected final TableElement.RowDeletion rowDeletionPolicy() {
    int start = position();
    expect('(');
    expect("OLDER_THAN");
    expect('(');
    Identifier column = identifier();
    expect(',');
    expect("INTERVAL");
    BigInteger count = signedInteger();
    boolean days = accept("DAY");
    if (!days) {
      identifier();
    }
    expect(')');
    expect(')');
    boolean fits = days && count.bitLength() < 63;
    return new TableElement.RowDeletion(column, fits ? count.longValue() : null, since(start));
  }

  /** {@code INTERVAL 'n days' ON column} behind TTL. */
  protected final TableElement.RowDeletion timeToLive() {
    int start = position();
    expect("INTERVAL");
    Long days = wholeDays(stringLiteral());
    expect("ON");
    return new TableElement.RowDeletion(identifier(), days, since(start));
  }

  private static @Nullable Long wholeDays(String text) {
    String[] words = text.trim().toLowerCase(Locale.ROOT).split("\\s+");
    if (words.length != 2 || !words[0].matches("[+-]?[0-9]{1,9}")) {
      return null;
    }
    long count = Long.parseLong(words[0]);
    return switch (words[1]) {
      case "day", "days" -> count;
      case "week", "weeks" -> count * 7;
      default -> null;
    };
  }

  /** An expression in brackets, as DEFAULT and AS take it. */
  protected final Expression bracketed() {
    return expressionInParentheses();
  }
}
