package org.ratchetdb.executor.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Compiled regular expressions and LIKE patterns, kept for a while since a statement uses the same
 * few for all rows. Thread-safe.
 */
final class Patterns {
  private static final int CACHED_MAX = 256;

  private static final Map<String, Pattern> CACHE =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pattern> eldest) {
          return size() > CACHED_MAX;
        }
      };

  private Patterns() {}

  /** A regular expression in RE2 syntax. */
  static Pattern regex(String text) {
    return regex(text, 0);
  }

  static Pattern regex(String text, int flags) {
    String key = flags + ":" + text;
    synchronized (CACHE) {
      Pattern known = CACHE.get(key);
      if (known != null) {
        return known;
      }
    }
    Pattern compiled;
    try {
      compiled = Pattern.compile(text, flags);
    } catch (PatternSyntaxException e) {
      throw new DbException(
          ErrorCode.INVALID_REGULAR_EXPRESSION,
          "Cannot parse regular expression: " + e.getDescription() + ": '" + e.getPattern() + "'",
          e);
    }
    synchronized (CACHE) {
      CACHE.put(key, compiled);
    }
    return compiled;
  }
}
