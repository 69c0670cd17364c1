package org.ratchetdb.common.error;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Every error that a user can meet. Carries the code that fixes status and SQLSTATE, the text, and
 * where they help: the position in the statement, a detail, a hint, and attributes by name (table,
 * column, index, key).
 */
public final class DbException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient Map<String, String> attributes = new LinkedHashMap<>();
  private int position = -1;
  private @Nullable String detail;
  private @Nullable String hint;

  /** Without a cause; {@link #initCause} may still give it one. */
  public DbException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  public DbException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** A feature that Ratchet does not have (yet): {@code <feature> is not supported}. */
  public static DbException notSupported(String feature) {
    return new DbException(ErrorCode.NOT_SUPPORTED, feature + " is not supported");
  }

  /** Adds an attribute and returns this, so that it can be thrown in one expression. */
  public DbException with(String name, Object value) {
    attributes.put(name, String.valueOf(value));
    return this;
  }

  /** Sets the position in the statement: an offset in UTF-16 units, from 0. */
  public DbException at(int offset) {
    if (position < 0) {
      position = offset;
    }
    return this;
  }

  /** Shifts the place, if there is one: the text that it counts in is part of a longer one. */
  public DbException shifted(int by) {
    if (position >= 0) {
      position += by;
    }
    return this;
  }

  public DbException detail(String text) {
    this.detail = text;
    return this;
  }

  public DbException hint(String text) {
    this.hint = text;
    return this;
  }

  public ErrorCode code() {
    return code;
  }

  public String message() {
    String message = getMessage();
    return message == null ? code.name() : message;
  }

  public Map<String, String> attributes() {
    return Map.copyOf(attributes);
  }

  /** Offset in the statement text in UTF-16 units, from 0. */
  public OptionalInt position() {
    return position < 0 ? OptionalInt.empty() : OptionalInt.of(position);
  }

  public Optional<String> detail() {
    return Optional.ofNullable(detail);
  }

  public Optional<String> hint() {
    return Optional.ofNullable(hint);
  }
}
