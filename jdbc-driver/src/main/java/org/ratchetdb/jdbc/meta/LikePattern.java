package org.ratchetdb.jdbc.meta;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The patterns of metadata methods: {@code %}, {@code _}, a backslash before either; null fits all.
 */
final class LikePattern {
  private final @Nullable Pattern pattern;

  LikePattern(@Nullable String like, boolean ignoreCase) {
    this.pattern = like == null ? null : Pattern.compile(regex(like), ignoreCase ? IGNORE_CASE : 0);
  }

  private static final int IGNORE_CASE = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

  private static String regex(String like) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      if (c == '%') {
        out.append(".*");
      } else if (c == '_') {
        out.append('.');
      } else {
        if (c == '\\' && i + 1 < like.length()) {
          c = like.charAt(++i);
        }
        out.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return out.toString();
  }

  boolean matches(String text) {
    return pattern == null || pattern.matcher(text).matches();
  }
}
