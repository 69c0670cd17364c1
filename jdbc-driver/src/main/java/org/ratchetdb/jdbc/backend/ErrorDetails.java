package org.ratchetdb.jdbc.backend;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;

/**
 * What is known about an error beyond SQLSTATE and text. It travels as the cause of the {@link
 * SQLException}, see {@link #of}.
 *
 * @param message the text without position, detail and hint
 * @param position offset in the statement in UTF-16 units from 0, or -1
 * @param detail more about this case, or null
 * @param hint what to do, or null
 * @param attributes names of the objects concerned, by kind (table, column, index, key)
 */
public record ErrorDetails(
    String message,
    int position,
    @Nullable String detail,
    @Nullable String hint,
    Map<String, String> attributes) {
  public ErrorDetails {
    attributes = Map.copyOf(attributes);
  }

  /** The details of an error that came from a database. */
  public static Optional<ErrorDetails> of(SQLException error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof DbException e) {
        return Optional.of(of(e));
      }
      if (t instanceof ServerError e) {
        return Optional.of(e.details());
      }
    }
    return Optional.empty();
  }

  static ErrorDetails of(DbException e) {
    return new ErrorDetails(
        e.message(),
        e.position().orElse(-1),
        e.detail().orElse(null),
        e.hint().orElse(null),
        e.attributes());
  }
}
