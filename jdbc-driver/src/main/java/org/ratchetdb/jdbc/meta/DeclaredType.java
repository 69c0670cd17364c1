package org.ratchetdb.jdbc.meta;

import java.sql.Types;
import java.util.Locale;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.jdbc.convert.JdbcTypes;

/**
 * A column's type as the information schema writes it: {@code STRING(100)}, {@code ARRAY<INT64>},
 * {@code character varying(100)}, {@code bigint[]}.
 *
 * @param name without length
 * @param jdbcType constant of {@link Types}
 * @param size declared length, or what the type can hold
 * @param scale digits behind the point
 */
record DeclaredType(String name, int jdbcType, int size, int scale) {
  static DeclaredType parse(String text, Dialect dialect) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.startsWith("array<") || lower.endsWith("[]")) {
      return new DeclaredType(text.strip(), Types.ARRAY, 0, 0);
    }
    int open = text.indexOf('(');
    String name = open < 0 ? text.strip() : text.substring(0, open).strip();
    SqlType type = JdbcTypes.byName(name, dialect);
    if (type == null) {
      return new DeclaredType(name, Types.OTHER, 0, 0);
    }
    int size = JdbcTypes.precision(type.kind());
    int close = text.indexOf(')', open + 1);
    if (open >= 0 && close > open) {
      String length = text.substring(open + 1, close).strip();
      if (!length.isEmpty()
          && length.length() < 10
          && length.chars().allMatch(Character::isDigit)) {
        size = Integer.parseInt(length);
      }
    }
    return new DeclaredType(
        name, JdbcTypes.jdbcType(type.kind()), size, JdbcTypes.scale(type.kind()));
  }
}
