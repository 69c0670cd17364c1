package org.ratchetdb.sqlfrontend.lexer;

import org.ratchetdb.common.value.Value;

/**
 * What the tokens of a dialect mean: unquoting, escapes, folding, reserved words. Offsets are those
 * of the whole token, quotes and prefixes included. Stateless.
 */
public interface LiteralDecoder {
  String string(String text, int begin, int end);

  Value.Bytes bytes(String text, int begin, int end);

  String quoted(String text, int begin, int end);

  String word(String text, int begin, int end);

  boolean isReserved(String text, int begin, int end);
}
