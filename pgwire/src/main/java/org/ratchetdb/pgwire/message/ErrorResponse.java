package org.ratchetdb.pgwire.message;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ratchetdb.common.error.DbException;

/**
 * An error or notice as the client gets it: fields by their letters. Position counts characters
 * from 1.
 */
public record ErrorResponse(Map<Character, String> fields) {
  public static final String ERROR = "ERROR";
  public static final String FATAL = "FATAL";
  public static final String WARNING = "WARNING";

  private static final Map<String, Character> ATTRIBUTE_FIELDS =
      Map.of("schema", 's', "table", 't', "column", 'c', "constraint", 'n', "index", 'n');

  /** An error without a position. */
  public static ErrorResponse of(String severity, String sqlState, String message) {
    Map<Character, String> fields = new LinkedHashMap<>();
    fields.put('S', severity);
    fields.put('V', severity);
    fields.put('C', sqlState);
    fields.put('M', message);
    return new ErrorResponse(fields);
  }

  /**
   * An error of a statement.
   *
   * @param sql the text the client sent, which the position is counted in
   * @param offset where the failed statement begins in that text; negative when unknown, which
   *     drops the position
   */
  public static ErrorResponse of(String severity, DbException error, String sql, int offset) {
    ErrorResponse response = of(severity, error.code().sqlState(), error.message());
    Map<Character, String> fields = response.fields;
    error.detail().ifPresent(d -> fields.put('D', d));
    error.hint().ifPresent(h -> fields.put('H', h));
    error
        .position()
        .ifPresent(
            p -> {
              int at = offset + p;
              if (offset >= 0 && at <= sql.length()) {
                fields.put('P', Integer.toString(sql.codePointCount(0, at) + 1));
              }
            });
    error
        .attributes()
        .forEach(
            (name, value) -> {
              Character letter = ATTRIBUTE_FIELDS.get(name);
              if (letter != null) {
                fields.put(letter, value);
              }
            });
    return response;
  }
}
