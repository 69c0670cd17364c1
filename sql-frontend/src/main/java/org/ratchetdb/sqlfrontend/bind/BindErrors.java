package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.function.FunctionTemplate;
import org.ratchetdb.sqlfrontend.function.TypePattern;
import org.ratchetdb.sqlfrontend.lexer.SourcePosition;

/**
 * Makes the errors of binding in the words of the dialect: GoogleSQL's carry the place as a suffix
 * {@code [at line:column]}, PostgreSQL's only in the position field.
 */
final class BindErrors {
  private static final int SIGNATURES_SHOWN_MAX = 8;

  private final boolean postgres;
  private final String sql;

  BindErrors(Dialect dialect, String sql) {
    this.postgres = dialect == Dialect.POSTGRESQL;
    this.sql = sql;
  }

  /** An error whose text is the same in both dialects. */
  DbException error(ErrorCode code, String message, int position) {
    return google(code, message, position);
  }

  /** An error with a text per dialect. */
  DbException error(ErrorCode code, String googleMessage, String postgresMessage, int position) {
    return postgres
        ? new DbException(code, postgresMessage).at(position)
        : google(code, googleMessage, position);
  }

  /** An error of GoogleSQL's binding that another one explains. */
  DbException caused(ErrorCode code, String message, int position, DbException cause) {
    return new DbException(code, google(code, message, position).message(), cause).at(position);
  }

  private DbException google(ErrorCode code, String message, int position) {
    boolean suffix = !postgres && position >= 0 && position <= sql.length();
    String text = suffix ? message + SourcePosition.of(sql, position).suffix() : message;
    return new DbException(code, text).at(position);
  }

  /** A feature that is not there. */
  DbException notSupported(String feature, int position) {
    return google(ErrorCode.NOT_SUPPORTED, feature + " is not supported", position);
  }

  /** An error of a lower layer at a place of the statement. */
  DbException at(DbException e, int position) {
    if (e.position().isPresent() || position < 0) {
      return e;
    }
    DbException placed = caused(e.code(), e.message(), position, e);
    e.attributes().forEach(placed::with);
    e.detail().ifPresent(placed::detail);
    e.hint().ifPresent(placed::hint);
    return placed;
  }

  DbException tableNotFound(String name, int position) {
    return error(
            ErrorCode.UNDEFINED_TABLE,
            "Table not found: " + name,
            "relation \"" + name + "\" does not exist",
            position)
        .with("table", name);
  }

  DbException columnNotFound(String name, int position) {
    return error(
        ErrorCode.UNDEFINED_COLUMN,
        "Unrecognized name: " + name,
        "column \"" + name + "\" does not exist",
        position);
  }

  DbException columnNotFoundIn(String source, String name, int position) {
    return error(
        ErrorCode.UNDEFINED_COLUMN,
        "Name " + name + " not found inside " + source,
        "column " + source + "." + name + " does not exist",
        position);
  }

  DbException ambiguousColumn(String name, int position) {
    return error(
        ErrorCode.AMBIGUOUS_COLUMN,
        "Column name " + name + " is ambiguous",
        "column reference \"" + name + "\" is ambiguous",
        position);
  }

  /** A column that is to be written does not exist. */
  DbException targetColumnNotFound(String table, String name, int position) {
    return error(
        ErrorCode.UNDEFINED_COLUMN,
        "Column " + name + " is not present in table " + table,
        "column \"" + name + "\" of relation \"" + table + "\" does not exist",
        position);
  }

  DbException functionNotFound(String name, List<SqlType> types, int position) {
    if (postgres) {
      return new DbException(
              ErrorCode.UNDEFINED_FUNCTION,
              "function " + name + "(" + postgresTypes(types) + ") does not exist")
          .hint(
              "No function matches the given name and argument types. You might need to add"
                  + " explicit type casts.")
          .at(position);
    }
    return google(ErrorCode.UNDEFINED_FUNCTION, "Function not found: " + name, position);
  }

  /** The name exists, but not for these arguments. */
  DbException noSignature(
      String name, List<SqlType> types, List<FunctionTemplate> candidates, int position) {
    if (postgres) {
      return functionNotFound(name, types, position);
    }
    return google(
        ErrorCode.UNDEFINED_FUNCTION,
        "No matching signature for function "
            + name.toUpperCase(Locale.ROOT)
            + (types.isEmpty() ? " with no arguments" : " for argument types: " + join(types))
            + ". Supported signature"
            + (candidates.size() > 1 ? "s" : "")
            + ": "
            + signatures(name.toUpperCase(Locale.ROOT), candidates),
        position);
  }

  DbException noOperator(
      String sign, List<SqlType> types, List<FunctionTemplate> candidates, int position) {
    if (postgres) {
      String operands =
          types.size() == 1
              ? sign + " " + TypeNames.postgres(types.get(0))
              : TypeNames.postgres(types.get(0))
                  + " "
                  + sign
                  + " "
                  + TypeNames.postgres(types.get(1));
      return new DbException(ErrorCode.UNDEFINED_FUNCTION, "operator does not exist: " + operands)
          .hint(
              "No operator matches the given name and argument types. You might need to add"
                  + " explicit type casts.")
          .at(position);
    }
    return google(
        ErrorCode.UNDEFINED_FUNCTION,
        "No matching signature for operator "
            + sign
            + " for argument types: "
            + join(types)
            + ". Supported signature"
            + (candidates.size() > 1 ? "s" : "")
            + ": "
            + operatorSignatures(sign, candidates),
        position);
  }

  private static String signatures(String name, List<FunctionTemplate> candidates) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(candidates.size(), SIGNATURES_SHOWN_MAX); i++) {
      FunctionTemplate candidate = candidates.get(i);
      out.append(i == 0 ? "" : "; ").append(name).append('(');
      for (int j = 0; j < candidate.parameters().size(); j++) {
        boolean optional = j >= candidate.required();
        out.append(j == 0 ? "" : ", ")
            .append(optional ? "[" : "")
            .append(describe(candidate.parameters().get(j)))
            .append(optional ? "]" : "");
      }
      out.append(candidate.variadic() ? ", ...)" : ")");
    }
    return out.toString();
  }

  private static String operatorSignatures(String sign, List<FunctionTemplate> candidates) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(candidates.size(), SIGNATURES_SHOWN_MAX); i++) {
      FunctionTemplate candidate = candidates.get(i);
      out.append(i == 0 ? "" : "; ");
      if (candidate.parameters().size() == 1) {
        out.append(sign).append(describe(candidate.parameters().get(0)));
      } else {
        out.append(describe(candidate.parameters().get(0)))
            .append(' ')
            .append(sign)
            .append(' ')
            .append(describe(candidate.parameters().get(1)));
      }
    }
    return out.toString();
  }

  private static String describe(TypePattern pattern) {
    if (pattern instanceof TypePattern.Exact exact) {
      return exact.type().toString();
    }
    return pattern instanceof TypePattern.ArrayOf ? "ARRAY<T1>" : "T1";
  }

  private static String join(List<SqlType> types) {
    StringBuilder out = new StringBuilder();
    for (SqlType type : types) {
      out.append(out.length() == 0 ? "" : ", ")
          .append(type.equals(SqlType.UNKNOWN) ? "<untyped>" : type.toString());
    }
    return out.toString();
  }

  private static String postgresTypes(List<SqlType> types) {
    StringBuilder out = new StringBuilder();
    for (SqlType type : types) {
      out.append(out.length() == 0 ? "" : ", ").append(TypeNames.postgres(type));
    }
    return out.toString();
  }

  /** How the dialect spells the type. */
  String typeName(SqlType type) {
    return postgres ? TypeNames.postgres(type) : type.toString();
  }
}
