package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.STRING;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.ColumnVector;

/** Regular expressions, in RE2's syntax for both dialects. */
final class RegexFunctions {
  private RegexFunctions() {}

  static void register(KernelRegistry r) {
    r.rows(
        "regexp_contains",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, Patterns.regex(v[1].getString(row)).matcher(v[0].getString(row)).find()),
        STRING,
        STRING);
    r.rows(
        "regexp_contains",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                Patterns.regex(StringFunctions.latin1(v[1], row))
                    .matcher(StringFunctions.latin1(v[0], row))
                    .find()),
        BYTES,
        BYTES);
    r.rows("regexp_extract", RegexFunctions::extract, STRING, STRING);
    r.rows("regexp_extract_all", RegexFunctions::extractAll, STRING, STRING);
    r.rows(
        "regexp_replace",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                replace(
                    Patterns.regex(v[1].getString(row)),
                    v[0].getString(row),
                    v[2].getString(row),
                    true)),
        STRING,
        STRING,
        STRING);
    registerPostgres(r);
  }

  private static void extract(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    Pattern pattern = oneGroup(v[1].getString(row), "REGEXP_EXTRACT");
    Matcher matcher = pattern.matcher(v[0].getString(row));
    Outcomes.set(out, row, matcher.find() ? matcher.group(pattern.groupCount()) : null);
  }

  private static void extractAll(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    Pattern pattern = oneGroup(v[1].getString(row), "REGEXP_EXTRACT_ALL");
    Matcher matcher = pattern.matcher(v[0].getString(row));
    List<Value> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(text(matcher.group(pattern.groupCount())));
    }
    out.set(row, new Value.Array(SqlType.arrayOf(SqlType.STRING), found));
  }

  private static Value text(@org.jspecify.annotations.Nullable String value) {
    return value == null ? new Value.Null(SqlType.STRING) : new Value.Str(value);
  }

  private static Pattern oneGroup(String regex, String function) {
    Pattern pattern = Patterns.regex(regex);
    if (pattern.groupCount() > 1) {
      throw new DbException(
          ErrorCode.INVALID_REGULAR_EXPRESSION,
          "Regular expressions passed into extraction functions must not have more than 1"
              + " capturing group: "
              + function);
    }
    return pattern;
  }

  /** Replaces one or all matches; {@code \1} to {@code \9} stand for groups, {@code \0} for all. */
  private static String replace(Pattern pattern, String text, String replacement, boolean all) {
    Matcher matcher = pattern.matcher(text);
    StringBuilder result = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      result.append(text, from, matcher.start());
      appendReplacement(result, matcher, replacement, pattern.groupCount());
      from = matcher.end();
      if (!all) {
        break;
      }
    }
    return result.append(text, from, text.length()).toString();
  }

  private static void appendReplacement(
      StringBuilder out, Matcher matcher, String replacement, int groups) {
    int at = 0;
    while (at < replacement.length()) {
      char c = replacement.charAt(at++);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char next = at < replacement.length() ? replacement.charAt(at++) : 0;
      if (next >= '0' && next <= '9') {
        int group = next - '0';
        if (group > groups) {
          throw new DbException(
              ErrorCode.INVALID_REGULAR_EXPRESSION,
              "Error during REGEXP_REPLACE: Rewrite schema requests group "
                  + group
                  + " but the regexp only has "
                  + groups
                  + " parenthesized subexpressions.");
        }
        String value = matcher.group(group);
        out.append(value == null ? "" : value);
      } else if (next == '\\') {
        out.append('\\');
      } else {
        throw new DbException(
            ErrorCode.INVALID_REGULAR_EXPRESSION,
            "Error during REGEXP_REPLACE: Invalid REGEXP_REPLACE pattern");
      }
    }
  }

  private static void registerPostgres(KernelRegistry r) {
    r.rows(
        "pg_regex_match",
        (v, row, out, c) ->
            Outcomes.set(
                out, row, Patterns.regex(v[1].getString(row)).matcher(v[0].getString(row)).find()),
        STRING,
        STRING);
    r.rows(
        "pg_regex_imatch",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                Patterns.regex(v[1].getString(row), Pattern.CASE_INSENSITIVE)
                    .matcher(v[0].getString(row))
                    .find()),
        STRING,
        STRING);
    r.rows(
        "pg_substring_regex",
        (v, row, out, c) -> {
          Pattern pattern = Patterns.regex(v[1].getString(row));
          Matcher matcher = pattern.matcher(v[0].getString(row));
          Outcomes.set(
              out, row, matcher.find() ? matcher.group(Math.min(1, pattern.groupCount())) : null);
        },
        STRING,
        STRING);
    r.rows(
        "pg_regexp_replace",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                pgReplace(v[0].getString(row), v[1].getString(row), v[2].getString(row), "")),
        STRING,
        STRING,
        STRING);
    r.rows(
        "pg_regexp_replace",
        (v, row, out, c) ->
            Outcomes.set(
                out,
                row,
                pgReplace(
                    v[0].getString(row),
                    v[1].getString(row),
                    v[2].getString(row),
                    v[3].getString(row))),
        STRING,
        STRING,
        STRING,
        STRING);
    r.rows("pg_regexp_match", RegexFunctions::pgMatch, STRING, STRING);
    r.rows(
        "pg_regexp_split_to_array",
        (v, row, out, c) -> {
          List<Value> parts = new ArrayList<>();
          for (String part : split(Patterns.regex(v[1].getString(row)), v[0].getString(row))) {
            parts.add(new Value.Str(part));
          }
          out.set(row, new Value.Array(SqlType.arrayOf(SqlType.STRING), parts));
        },
        STRING,
        STRING);
  }

  private static String pgReplace(String text, String regex, String replacement, String flags) {
    int options = 0;
    boolean all = false;
    for (int i = 0; i < flags.length(); i++) {
      char flag = flags.charAt(i);
      switch (flag) {
        case 'g' -> all = true;
        case 'i' -> options |= Pattern.CASE_INSENSITIVE;
        case 's' -> options |= Pattern.DOTALL;
        case 'm', 'n' -> options |= Pattern.MULTILINE;
        default ->
            throw new DbException(
                ErrorCode.INVALID_ARGUMENT, "invalid regular expression option: \"" + flag + "\"");
      }
    }
    // PostgreSQL writes the whole match as \& and takes other escapes literally.
    StringBuilder rewritten = new StringBuilder();
    int at = 0;
    while (at < replacement.length()) {
      char c = replacement.charAt(at++);
      if (c == '\\' && at < replacement.length()) {
        char next = replacement.charAt(at++);
        if (next == '&') {
          rewritten.append("\\0");
        } else if ((next >= '1' && next <= '9') || next == '\\') {
          rewritten.append('\\').append(next);
        } else {
          rewritten.append("\\\\").append(next);
        }
      } else {
        rewritten.append(c == '\\' ? "\\\\" : String.valueOf(c));
      }
    }
    return replace(Patterns.regex(regex, options), text, rewritten.toString(), all);
  }

  private static void pgMatch(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    Pattern pattern = Patterns.regex(v[1].getString(row));
    Matcher matcher = pattern.matcher(v[0].getString(row));
    if (!matcher.find()) {
      out.setNull(row);
      return;
    }
    List<Value> groups = new ArrayList<>();
    int first = pattern.groupCount() == 0 ? 0 : 1;
    for (int g = first; g <= pattern.groupCount(); g++) {
      groups.add(text(matcher.group(g)));
    }
    out.set(row, new Value.Array(SqlType.arrayOf(SqlType.STRING), groups));
  }

  private static List<String> split(Pattern pattern, String text) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    int from = 0;
    while (matcher.find()) {
      // An empty match splits between characters, not at the ends.
      if (matcher.end() == matcher.start()
          && (matcher.start() == from || matcher.start() >= text.length())) {
        if (matcher.start() == 0 || matcher.start() >= text.length()) {
          continue;
        }
      }
      parts.add(text.substring(from, matcher.start()));
      from = matcher.end();
    }
    parts.add(text.substring(from));
    return parts;
  }
}
