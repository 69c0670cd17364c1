package org.ratchetdb.planner.access;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Literal prefixes of LIKE patterns and STARTS_WITH, and the string range that they mean. */
final class StringPrefix {
  private static final int LAST_BEFORE_SURROGATES = 0xD7FF;
  private static final int FIRST_AFTER_SURROGATES = 0xE000;

  private StringPrefix() {}

  /**
   * The non-empty prefix that a column's values must have to pass, or null. The condition may ask
   * for more, so it has to be checked as well.
   */
  static @Nullable String of(PhysicalExpr condition, int ordinal) {
    if (!(condition instanceof PhysicalExpr.Call call)
        || call.arguments().size() < 2
        || !(call.arguments().get(0) instanceof PhysicalExpr.InputRef ref)
        || ref.ordinal() != ordinal
        || !(call.arguments().get(1) instanceof PhysicalExpr.Literal literal)
        || !(literal.value() instanceof Value.Str text)) {
      return null;
    }
    String prefix =
        switch (call.kernel()) {
          case "like" -> call.arguments().size() == 2 ? literalPart(text.value()) : "";
          case "starts_with" -> text.value();
          default -> "";
        };
    return prefix.isEmpty() || hasLoneSurrogate(prefix) ? null : prefix;
  }

  /** Whether a value with the prefix passes the condition whatever follows. */
  static boolean isAll(PhysicalExpr condition, String prefix) {
    if (!(condition instanceof PhysicalExpr.Call call)
        || !(call.arguments().get(1) instanceof PhysicalExpr.Literal literal)
        || !(literal.value() instanceof Value.Str text)) {
      return false;
    }
    return switch (call.kernel()) {
      case "like" -> text.value().equals(prefix + "%");
      case "starts_with" -> text.value().equals(prefix);
      default -> false;
    };
  }

  /** What stands before the first wildcard or escape. */
  private static String literalPart(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '%' || c == '_' || c == '\\') {
        return pattern.substring(0, i);
      }
    }
    return pattern;
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c > LAST_BEFORE_SURROGATES && c < FIRST_AFTER_SURROGATES);
  }

  /**
   * The smallest string, in order of code points, above all that start with the prefix; null when
   * there is none.
   */
  static @Nullable String successor(String prefix) {
    int[] points = prefix.codePoints().toArray();
    for (int last = points.length - 1; last >= 0; last--) {
      if (points[last] < Character.MAX_CODE_POINT) {
        points[last] =
            points[last] == LAST_BEFORE_SURROGATES ? FIRST_AFTER_SURROGATES : points[last] + 1;
        return new String(points, 0, last + 1);
      }
    }
    return null;
  }
}
