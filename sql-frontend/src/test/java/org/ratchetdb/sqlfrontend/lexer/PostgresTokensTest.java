package org.ratchetdb.sqlfrontend.lexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.sqlfrontend.postgres.PostgresLexer;

class PostgresTokensTest {
  private static TokenStream tokens(String sql) {
    return new PostgresLexer(sql).tokens();
  }

  private static List<String> texts(String sql) {
    return TokenTexts.of(tokens(sql));
  }

  private static void assertRefused(String sql, String message, int offset) {
    DbException error = catchThrowableOfType(DbException.class, () -> tokens(sql));
    assertThat(error).as(sql).hasMessage(message);
    assertThat(error.position()).as(sql).hasValue(offset);
  }

  @Test
  void commentsNestAndHintsAreTokens() {
    assertThat(texts("a /* x /* y */ z */ b -- c")).containsExactly("a", "b");
    assertThat(texts("/*@ k = v */ a * /*@x=1*/ b"))
        .containsExactly("/*@", "k", "=", "v", "*/", "a", "*", "/*@", "x", "=", "1", "*/", "b");
  }

  @Test
  void operatorsAreLongestMatchAndDoNotEndInSigns() {
    assertThat(texts("a->>b#>c||-d!~*e@-f=-1"))
        .containsExactly(
            "a", "->>", "b", "#>", "c", "||-", "d", "!~*", "e", "@-", "f", "=", "-", "1");
    assertThat(texts("1--2")).containsExactly("1");
    assertThat(texts("1*/*x*/2")).containsExactly("1", "*", "2");
    assertThat(texts("a::b:=c")).containsExactly("a", "::", "b", ":=", "c");
  }

  @Test
  void namesFoldUnlessQuoted() {
    assertThat(tokens("AbC$1").name(0)).isEqualTo("abc$1");
    assertThat(tokens("\"A\"\"b\nc\"").name(0)).isEqualTo("A\"b\nc");
    assertThat(tokens("U&\"d\\0061t\\+000061\"").name(0)).isEqualTo("data");
    assertThat(tokens("u&\"d!0061\" UESCAPE '!'").name(0)).isEqualTo("da");
  }

  @Test
  void stringsOfEveryForm() {
    assertThat(tokens("'it''s\\n'").stringValue(0)).isEqualTo("it's\\n");
    assertThat(tokens("E'a\\n\\'\\x41\\u0042\\U00000043\\104\\q'''").stringValue(0))
        .isEqualTo("a\n'ABCDq'");
    assertThat(tokens("$$a'b$c$$").stringValue(0)).isEqualTo("a'b$c");
    assertThat(tokens("$t$a$$b$t$").stringValue(0)).isEqualTo("a$$b");
    assertThat(tokens("U&'\\0441\\+01F600'").stringValue(0)).isEqualTo("\u0441\ud83d\ude00");
    assertThat(tokens("'a'\n 'b'").size()).isEqualTo(1);
    assertThat(tokens("E'a\\\\'\n'b'").stringValue(0)).isEqualTo("a\\b");
  }

  @Test
  void numbersHaveNoJunkBehind() {
    assertThat(texts("1 .5 1e3 1.")).containsExactly("1", ".5", "1e3", "1.");
    assertRefused("SELECT 12abc", "trailing junk after numeric literal at or near \"12abc\"", 7);
  }

  @Test
  void openQuotesAreRefusedAtTheirBeginning() {
    assertRefused("SELECT 'abc", "unterminated quoted string at or near \"'abc\"", 7);
    assertRefused("SELECT \"abc", "unterminated quoted identifier at or near \"\"abc\"", 7);
    assertRefused("SELECT $a$abc", "unterminated dollar-quoted string at or near \"$a$abc\"", 7);
    assertRefused("SELECT /* a", "unterminated /* comment at or near \"/* a\"", 7);
    assertRefused("SELECT \"\"", "zero-length delimited identifier at or near \"\"\"\"", 7);
    assertRefused("SELECT {", "syntax error at or near \"{\"", 7);
  }

  @Test
  void badEscapesAreRefused() {
    assertThatThrownBy(() -> tokens("E'\\u12'").stringValue(0))
        .hasMessage("invalid Unicode escape");
    assertThatThrownBy(() -> tokens("E'\\ud83d'").stringValue(0))
        .hasMessage("invalid Unicode surrogate pair");
    assertThatThrownBy(() -> tokens("E'\\xff'").stringValue(0))
        .hasMessage("invalid byte sequence for encoding \"UTF8\"");
    assertThat(tokens("E'\\ud83d\\ude00'").stringValue(0)).isEqualTo("\ud83d\ude00");
  }

  @Test
  void stringsBehindTypesAreTypedLiterals() {
    TokenStream tokens = tokens("a = 'x' AND b = date 'y' OR c LIKE 'z' AND varchar(3) 'w'");
    List<String> typed = TokenTexts.of(tokens, tokens::isTypedLiteral);
    assertThat(typed).containsExactly("'y'", "'w'");
  }
}
