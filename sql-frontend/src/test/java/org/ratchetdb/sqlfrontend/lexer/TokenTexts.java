package org.ratchetdb.sqlfrontend.lexer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Tokens as the texts they were written in. */
final class TokenTexts {
  private TokenTexts() {}

  static List<String> of(TokenStream tokens) {
    return of(tokens, i -> true);
  }

  static List<String> of(TokenStream tokens, IntPredicate chosen) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (chosen.test(i)) {
        texts.add(tokens.textOf(i));
      }
    }
    return texts;
  }
}
