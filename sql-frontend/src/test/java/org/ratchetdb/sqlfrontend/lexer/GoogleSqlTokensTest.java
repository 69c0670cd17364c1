package org.ratchetdb.sqlfrontend.lexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.googlesql.GoogleSqlLexer;

class GoogleSqlTokensTest {
  private static TokenStream tokens(String sql) {
    return new GoogleSqlLexer(sql).tokens();
  }

  private static List<String> texts(String sql) {
    return TokenTexts.of(tokens(sql));
  }

  @Test
  void commentsAndBlanksSeparateTokens() {
    assertThat(texts("a/* x */b -- c\n# d\n\u00a0e\u3000f")).containsExactly("a", "b", "e", "f");
  }

  @Test
  void symbolsAreLongestMatchExceptClosingBrackets() {
    assertThat(texts("a<=b<>c!=d<<e>>f||g=>h->i"))
        .containsExactly(
            "a", "<=", "b", "<>", "c", "!=", "d", "<<", "e", ">", ">", "f", "||", "g", "=>", "h",
            "->", "i");
  }

  @Test
  void numbersAndPathsPartAtPoints() {
    assertThat(texts("1. .5 1e3 1.5E-3 0x1F")).containsExactly("1.", ".5", "1e3", "1.5E-3", "0x1F");
    assertThat(texts("t.5 .5")).containsExactly("t", ".", "5", ".5");
    assertThat(texts("SELECT.5")).containsExactly("SELECT", ".5");
  }

  @Test
  void parametersAndHintsAreTokens() {
    TokenStream tokens = tokens("@p @@v @`a b` @{ $1 ?");
    assertThat(tokens.kind(0)).isEqualTo(TokenKind.NAMED_PARAMETER);
    assertThat(tokens.kind(1)).isEqualTo(TokenKind.SYSTEM_VARIABLE);
    assertThat(tokens.kind(2)).isEqualTo(TokenKind.NAMED_PARAMETER);
    assertThat(tokens.kind(3)).isEqualTo(TokenKind.HINT_OPEN);
    assertThat(tokens.kind(4)).isEqualTo(TokenKind.POSITIONAL_PARAMETER);
    assertThat(tokens.kind(5)).isEqualTo('?');
    assertThat(tokens.kind(6)).isEqualTo(TokenKind.EOF);
  }

  @Test
  void stringsOfEveryForm() {
    assertThat(tokens("'a\\n\\x41\\u00e9\\101\\''").stringValue(0)).isEqualTo("a\nA\u00e9A'");
    assertThat(tokens("\"\\U0001F600\"").stringValue(0)).isEqualTo("\ud83d\ude00");
    assertThat(tokens("'''a'b''c\r\nd'''").stringValue(0)).isEqualTo("a'b''c\nd");
    assertThat(tokens("r'\\n\\''").stringValue(0)).isEqualTo("\\n\\'");
    assertThat(tokens("R\"\"\"a\"b\"\"\"").stringValue(0)).isEqualTo("a\"b");
    assertThat(tokens("''").stringValue(0)).isEmpty();
    assertThat(tokens("''''''").stringValue(0)).isEmpty();
    assertThat(tokens("`a\\`b`").name(0)).isEqualTo("a`b");
  }

  @Test
  void bytesOfEveryForm() {
    assertThat(tokens("b'a\\xff\\377'").bytesValue(0))
        .isEqualTo(new Value.Bytes(new byte[] {'a', -1, -1}));
    assertThat(tokens("rb'\\xff'").bytesValue(0))
        .isEqualTo(new Value.Bytes("\\xff".getBytes(StandardCharsets.US_ASCII)));
    assertThat(tokens("Br\"\u00e9\"").bytesValue(0))
        .isEqualTo(new Value.Bytes("\u00e9".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void literalsAreKnownAndThoseOfTypedLiteralsToo() {
    TokenStream tokens = tokens("a = 'x' AND d = DATE 'y' AND i > INTERVAL '1' DAY AND 1.5");
    assertThat(TokenTexts.of(tokens, tokens::isLiteral))
        .containsExactly("'x'", "'y'", "'1'", "1.5");
    assertThat(TokenTexts.of(tokens, tokens::isTypedLiteral)).containsExactly("'y'", "'1'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '%',
      value = {
        "SELECT 'abc~Unclosed string literal~8",
        "SELECT 'a\\~Unclosed string literal~8",
        "SELECT '''abc~Unclosed triple-quoted string literal~8",
        "SELECT b'abc~Unclosed bytes literal~8",
        "SELECT rb\"abc~Unclosed raw bytes literal~8",
        "SELECT `abc~Unclosed identifier literal~8",
        "SELECT ``~Invalid empty identifier~8",
        "SELECT /* x~Unclosed comment~8",
        "SELECT 12abc~Missing whitespace between literal and alias~10",
        "SELECT $x~Illegal input character \"$\"~8",
        "SELECT \\~Illegal input character \"\\\"~8",
      })
  void badTextIsRefusedAtItsPlace(String sql, String message, int column) {
    assertThatThrownBy(() -> tokens(sql))
        .hasMessage("Syntax error: " + message + " [at 1:" + column + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '%',
      value = {
        "'a\\z'~Illegal escape sequence: \\z~3",
        "'\\x4'~Illegal escape sequence: \\x4. Escape must be followed by 2 hex digits~2",
        "'\\u12'~Illegal escape sequence: \\u12. Escape must be followed by 4 hex digits~2",
        "'\\18'~Illegal escape sequence: \\18. Octal escape must be followed by 3 octal digits~2",
        "'\\ud800'~Illegal escape sequence: Unicode value \\ud800 is invalid~2",
        "'\\UFFFFFFFF'~Illegal escape sequence: Unicode value \\UFFFFFFFF is invalid~2",
        "'\\9'~Illegal escape sequence: \\9~2",
      })
  void badEscapeIsRefusedAtItsPlace(String literal, String message, int column) {
    assertThatThrownBy(() -> tokens(literal).stringValue(0))
        .hasMessage("Syntax error: " + message + " [at 1:" + column + "]");
  }

  @Test
  void columnsCountCharactersAndExpandTabs() {
    assertThat(SourcePosition.of("a\r\n\tb", 4)).isEqualTo(new SourcePosition(2, 9));
    assertThat(SourcePosition.of("\ud83d\ude00x", 2)).isEqualTo(new SourcePosition(1, 2));
    assertThat(SourcePosition.of("a\rb\nc", 4)).isEqualTo(new SourcePosition(3, 1));
  }
}
