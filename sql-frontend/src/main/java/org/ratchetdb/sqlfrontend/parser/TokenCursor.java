package org.ratchetdb.sqlfrontend.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.lexer.TokenStream;

/**
 * Where a parse stands in its tokens, with the questions and steps every rule needs. Words are
 * given in upper case. Owned by one thread.
 *
 * <p>It also keeps two measures so that no text can exhaust the stack, here or in those who walk
 * the tree later: how deep rules are nested now, and how high the tree built so far is.
 */
public abstract class TokenCursor {
  /** Brackets, subqueries and prefix operators inside one another. */
  public static final int NESTING_MAX = 200;

  /** Nodes on the longest way from the statement to a leaf, a chain of operators included. */
  public static final int HEIGHT_MAX = 600;

  private final TokenStream tokens;
  private int position;
  private int nesting;
  private int height;
  private int @Nullable [] closing;
  private final List<Integer> questionMarks = new ArrayList<>();
  private boolean ddl;

  protected TokenCursor(TokenStream tokens) {
    this.tokens = tokens;
  }

  public final TokenStream tokens() {
    return tokens;
  }

  /** The index of the current token. */
  public final int position() {
    return position;
  }

  public final int kind() {
    return tokens.kind(position);
  }

  public final int begin() {
    return tokens.begin(position);
  }

  /** Goes back over tokens that another rule will read. */
  public final void stepBack(int count) {
    position -= count;
  }

  final void advance(int count) {
    position += count;
  }

  /** Errors from here on are those of a schema change, which Spanner words in another way. */
  final void enterDdl() {
    ddl = true;
  }

  protected final boolean inDdl() {
    return ddl;
  }

  // ---- questions

  final boolean at(int kind) {
    return tokens.kind(position) == kind;
  }

  final boolean at(String word) {
    return tokens.isWord(position, word);
  }

  final boolean at(String first, String second) {
    return tokens.isWord(position, first) && nextIs(1, second);
  }

  final boolean at(String first, String second, String third) {
    return at(first, second) && nextIs(2, third);
  }

  final boolean nextIs(int ahead, int kind) {
    return position + ahead <= tokens.size() && tokens.kind(position + ahead) == kind;
  }

  final boolean nextIs(int ahead, String word) {
    return position + ahead <= tokens.size() && tokens.isWord(position + ahead, word);
  }

  /** Whether a name may begin here. */
  final boolean atName() {
    return isName(position);
  }

  final boolean isName(int i) {
    int kind = i <= tokens.size() ? tokens.kind(i) : TokenKind.EOF;
    return kind == TokenKind.QUOTED || (kind == TokenKind.WORD && !tokens.isReserved(i));
  }

  /** Whether the token is a word or a quoted name, reserved or not. */
  final boolean isLabel(int i) {
    int kind = i <= tokens.size() ? tokens.kind(i) : TokenKind.EOF;
    return kind == TokenKind.WORD || kind == TokenKind.QUOTED;
  }

  // ---- steps

  final boolean accept(int kind) {
    if (tokens.kind(position) != kind) {
      return false;
    }
    position++;
    return true;
  }

  final boolean accept(String word) {
    if (!tokens.isWord(position, word)) {
      return false;
    }
    position++;
    return true;
  }

  final boolean accept(String first, String second) {
    if (!at(first, second)) {
      return false;
    }
    position += 2;
    return true;
  }

  final boolean accept(String first, String second, String third) {
    if (!at(first, second, third)) {
      return false;
    }
    position += 3;
    return true;
  }

  final void expect(int kind) {
    if (!accept(kind)) {
      throw expected('"' + symbol(kind) + '"');
    }
  }

  final void expect(String word) {
    if (!accept(word)) {
      throw expected("keyword " + word);
    }
  }

  final void expect(String first, String second) {
    expect(first);
    expect(second);
  }

  /** A name that is not reserved. */
  public final Identifier identifier() {
    if (!atName()) {
      throw expected("identifier");
    }
    return take();
  }

  /**
   * The name of a column where it is declared. AT is reserved for AT TIME ZONE, which cannot stand
   * here, so that schemas with a column of that name are read.
   */
  public final Identifier columnName() {
    if (!atName() && !tokens.isWord(position, "AT")) {
      throw expected("identifier");
    }
    return take();
  }

  /** A name that may be a reserved word because of where it stands: behind a dot or AS. */
  public final Identifier label() {
    if (!isLabel(position)) {
      throw expected("identifier");
    }
    return take();
  }

  private Identifier take() {
    int i = position++;
    return new Identifier(
        tokens.name(i),
        tokens.kind(i) == TokenKind.QUOTED,
        new Span(tokens.begin(i), tokens.end(i)));
  }

  /** Names joined by dots; stops before {@code .*}. */
  public final QualifiedName qualifiedName() {
    int start = position;
    return qualifiedName(start, identifier());
  }

  /** The rest of a path whose first name has been read. */
  public final QualifiedName qualifiedName(int start, Identifier first) {
    if (!at('.') || !isLabel(position + 1)) {
      return new QualifiedName(List.of(first), first.span());
    }
    List<Identifier> parts = new ArrayList<>();
    parts.add(first);
    while (at('.') && isLabel(position + 1)) {
      position++;
      parts.add(label());
    }
    return new QualifiedName(parts, since(start));
  }

  /** One or more of something, with commas between. */
  public final <T> List<T> commaList(Supplier<T> item) {
    T first = item.get();
    if (!at(',')) {
      return List.of(first);
    }
    List<T> items = new ArrayList<>();
    items.add(first);
    while (accept(',')) {
      items.add(item.get());
    }
    return items;
  }

  /** {@code ( a, b, ... )}. */
  public final <T> List<T> parenthesized(Supplier<T> item) {
    expect('(');
    List<T> items = commaList(item);
    expect(')');
    return items;
  }

  final Span span(int i) {
    return new Span(tokens.begin(i), tokens.end(i));
  }

  /** From the first character of token {@code start} to the last of the token before this one. */
  public final Span since(int start) {
    int begin = tokens.begin(start);
    return new Span(begin, position > start ? tokens.end(position - 1) : begin);
  }

  /** The number of the {@code ?} at the current token among all of the text, from 1. */
  final int questionMarkIndex() {
    questionMarks.add(position);
    return questionMarks.size();
  }

  // ---- brackets

  /** The token that closes the bracket at token {@code open}, or the end token. */
  final int closing(int open) {
    int[] pairs = closing;
    if (pairs == null) {
      pairs = matchBrackets();
      closing = pairs;
    }
    return pairs[open];
  }

  private int[] matchBrackets() {
    int size = tokens.size();
    int[] pairs = new int[size + 1];
    int[] open = new int[size];
    int depth = 0;
    for (int i = 0; i <= size; i++) {
      pairs[i] = size;
    }
    for (int i = 0; i < size; i++) {
      int kind = tokens.kind(i);
      if (kind == '(' || kind == '[' || kind == '{') {
        open[depth++] = i;
      } else if ((kind == ')' || kind == ']' || kind == '}') && depth > 0) {
        pairs[open[--depth]] = i;
      }
    }
    return pairs;
  }

  // ---- limits

  /** Enters a nested rule; give the result to {@link #leave}. Not undone when a rule throws. */
  public final int enter() {
    int outer = height;
    height = 0;
    if (++nesting > NESTING_MAX) {
      throw tooComplex();
    }
    return outer;
  }

  public final void leave(int outer) {
    nesting--;
    grow();
    endSibling(outer);
  }

  /** Begins an operand beside others; give the result to {@link #endSibling} behind it. */
  final int beginSibling() {
    int others = height;
    height = 0;
    return others;
  }

  final void endSibling(int others) {
    if (height < others) {
      height = others;
    }
  }

  /** Says that the node just built stands above all built since {@link #enter}. */
  final void grow() {
    if (++height > HEIGHT_MAX) {
      throw tooComplex();
    }
  }

  private DbException tooComplex() {
    return new DbException(ErrorCode.TOO_COMPLEX, "Statement is nested too deeply")
        .at(begin())
        .hint("Split the statement or use fewer nested expressions.");
  }

  // ---- errors

  /** The current token cannot stand here. */
  public abstract DbException unexpected();

  /** Something else must stand here; {@code what} names it: {@code keyword BY}, {@code "("}. */
  public abstract DbException expected(String what);

  /** The current token stands where the text must end. */
  public abstract DbException endExpected();

  /** A syntax error in other words. */
  public abstract DbException error(String message, int offset);

  static String symbol(int kind) {
    return switch (kind) {
      case TokenKind.HINT_CLOSE -> "*/";
      case TokenKind.FAT_ARROW -> "=>";
      case TokenKind.STRING -> "string literal";
      case TokenKind.INTEGER -> "integer literal";
      case TokenKind.EOF -> "end of statement";
      default -> String.valueOf((char) kind);
    };
  }
}
