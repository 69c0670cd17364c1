package org.ratchetdb.catalog.change;

import java.util.Locale;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;

/** Looks names up and checks new ones. */
final class Names {
  private Names() {}

  static Table table(Schema schema, String name) {
    return schema
        .findTable(name)
        .filter(table -> table.name().equals(name))
        .orElseThrow(() -> tableNotFound(name));
  }

  static DbException tableNotFound(String name) {
    return new DbException(ErrorCode.TABLE_NOT_FOUND, "Table not found: " + name)
        .with("table", name);
  }

  static Column column(Table table, String name) {
    Column column = table.findColumn(name);
    if (column == null || !column.name().equals(name)) {
      throw new DbException(
              ErrorCode.COLUMN_NOT_FOUND, "Column not found in table " + table.name() + ": " + name)
          .with("table", table.name())
          .with("column", name);
    }
    return column;
  }

  static Index index(Schema schema, String name) {
    return schema
        .findIndex(name)
        .filter(index -> index.name().equals(name))
        .orElseThrow(
            () ->
                new DbException(ErrorCode.OBJECT_NOT_FOUND, "Index not found: " + name)
                    .with("index", name));
  }

  /** A sequence of its own, not one behind an identity column. */
  static Sequence sequence(Schema schema, String name) {
    return schema
        .findSequence(name)
        .filter(sequence -> sequence.name().equals(name) && sequence.identityOwnerTableId() == 0)
        .orElseThrow(
            () ->
                new DbException(ErrorCode.OBJECT_NOT_FOUND, "Sequence not found: " + name)
                    .with("sequence", name));
  }

  /** Checks that a new table, index or sequence may have the name. */
  static void checkNewObject(Schema schema, String kind, String name) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      throw new DbException(
              ErrorCode.SCHEMA_NOT_FOUND, "Schema not found: " + name.substring(0, dot))
          .with("schema", name.substring(0, dot));
    }
    checkWellFormed(schema.dialect(), kind, name);
    if (schema.dialect() == Dialect.POSTGRESQL && name.toLowerCase(Locale.ROOT).startsWith("pg_")) {
      throw invalid(kind, name).detail("The prefix \"pg_\" is reserved.");
    }
    boolean taken =
        schema.findTable(name).isPresent()
            || schema.findIndex(name).isPresent()
            || schema.findSequence(name).isPresent();
    if (taken) {
      throw new DbException(ErrorCode.DUPLICATE_OBJECT, "Duplicate name in schema: " + name + ".")
          .with("name", name);
    }
  }

  /**
   * GoogleSQL: a letter, then letters, digits and underscores. PostgreSQL: anything that can be
   * quoted, but for dots, which separate the schema.
   */
  static void checkWellFormed(Dialect dialect, String kind, String name) {
    if (name.codePointCount(0, name.length()) > SchemaLimits.NAME_CHARACTERS_MAX) {
      throw invalid(kind, name)
          .detail("Names have at most " + SchemaLimits.NAME_CHARACTERS_MAX + " characters.");
    }
    boolean good = dialect == Dialect.POSTGRESQL ? isQuotable(name) : isGoogleSqlObjectName(name);
    if (!good) {
      throw invalid(kind, name);
    }
  }

  private static boolean isQuotable(String name) {
    return !name.isEmpty()
        && name.codePoints().noneMatch(c -> c == '.' || Character.isISOControl(c));
  }

  private static boolean isGoogleSqlObjectName(String name) {
    return !name.isEmpty()
        && isAsciiLetter(name.charAt(0))
        && name.chars().allMatch(c -> isAsciiLetter(c) || (c >= '0' && c <= '9') || c == '_');
  }

  private static boolean isAsciiLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static DbException invalid(String kind, String name) {
    return new DbException(ErrorCode.INVALID_NAME, kind + " name not valid: " + name + ".")
        .with("name", name);
  }
}
