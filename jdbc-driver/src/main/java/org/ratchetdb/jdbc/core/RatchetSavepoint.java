package org.ratchetdb.jdbc.core;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** A savepoint with a name of the caller's or a number of the driver's. Immutable. */
final class RatchetSavepoint implements Savepoint {
  private static final String UNNAMED = "ratchet_savepoint_";

  private final int id;
  private final @Nullable String name;

  private RatchetSavepoint(int id, @Nullable String name) {
    this.id = id;
    this.name = name;
  }

  static RatchetSavepoint unnamed(int id) {
    return new RatchetSavepoint(id, null);
  }

  static RatchetSavepoint named(@Nullable String name) throws SQLException {
    if (name == null || name.isEmpty()) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "The name of a savepoint must not be empty");
    }
    return new RatchetSavepoint(0, name);
  }

  /** Fails for savepoints of other drivers. */
  static RatchetSavepoint of(@Nullable Savepoint savepoint) throws SQLException {
    if (savepoint instanceof RatchetSavepoint ours) {
      return ours;
    }
    throw SqlErrors.of(
        ErrorCode.UNDEFINED_SAVEPOINT, "The savepoint is none of this driver's: " + savepoint);
  }

  /** Its name as SQL text. */
  String quoted(Dialect dialect) {
    String text = name == null ? UNNAMED + id : name;
    return dialect == Dialect.POSTGRESQL
        ? '"' + text.replace("\"", "\"\"") + '"'
        : '`' + text.replace("\\", "\\\\").replace("`", "\\`") + '`';
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "A named savepoint has no id");
    }
    return id;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw SqlErrors.of(ErrorCode.INVALID_ARGUMENT, "An unnamed savepoint has no name");
    }
    return name;
  }

  @Override
  public String toString() {
    return name == null ? UNNAMED + id : name;
  }
}
