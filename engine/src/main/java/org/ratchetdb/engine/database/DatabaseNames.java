package org.ratchetdb.engine.database;

import java.util.regex.Pattern;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** What databases and snapshots may be called. A name is also the name of a directory. */
final class DatabaseNames {
  /** Spanner's rule (2 to 30 characters), with a single letter allowed as well. */
  private static final Pattern VALID = Pattern.compile("[a-z](?:[a-z0-9_-]{0,28}[a-z0-9])?");

  private DatabaseNames() {}

  static void check(String name) {
    if (!VALID.matcher(name).matches()) {
      throw new DbException(ErrorCode.INVALID_NAME, "Invalid database name: \"" + name + "\"")
          .hint(
              "A name has 1 to 30 characters: a lower-case letter, then letters, digits, '_' and '-', and a letter or"
                  + " digit at the end.");
    }
  }

  /** Snapshots are named as databases are. */
  static void checkSnapshot(String name) {
    if (!VALID.matcher(name).matches()) {
      throw new DbException(ErrorCode.INVALID_NAME, "Invalid snapshot name: \"" + name + "\"")
          .hint("The rules are those for the names of databases.");
    }
  }

  static DbException snapshotNotFound(String name) {
    return new DbException(ErrorCode.OBJECT_NOT_FOUND, "snapshot \"" + name + "\" does not exist");
  }

  static DbException notFound(String name) {
    return new DbException(
        ErrorCode.DATABASE_NOT_FOUND, "database \"" + name + "\" does not exist");
  }

  /** For whoever wants a database that is there, but damaged. */
  static DbException cannotBeOpened(String name, DbException reason) {
    DbException failure =
        new DbException(
                reason.code(),
                "database \"" + name + "\" cannot be opened: " + reason.message(),
                reason)
            .hint(
                "Copy its directory away, then drop it and restore a backup, or restore it from a"
                    + " snapshot. Other databases are not affected.");
    reason.detail().ifPresent(failure::detail);
    return failure;
  }
}
