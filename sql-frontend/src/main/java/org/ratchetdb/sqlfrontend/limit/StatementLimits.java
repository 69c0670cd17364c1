package org.ratchetdb.sqlfrontend.limit;

import java.nio.charset.StandardCharsets;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.DmlStatement;
import org.ratchetdb.sqlfrontend.ast.Statement;

/**
 * Spanner's limits on one statement.
 *
 * <p>Depths count along one path of the tree: a function in an argument of a function is two deep.
 * A WITH entry counts once, however often it is used. In the PostgreSQL dialect joins and
 * parameters are not limited here: catalog queries of tools join more tables, and drivers that turn
 * batches into one INSERT send more parameters.
 */
public final class StatementLimits {
  /** Code points of a query, of DML and of everything else but DDL. */
  public static final int TEXT_LENGTH_MAX = 1_000_000;

  /** Bytes of a DDL statement in UTF-8. */
  public static final int DDL_BYTES_MAX = 10 << 20;

  /** In FROM, commas among them; an UNNEST beside a table is none. */
  public static final int JOINS_MAX = 20;

  /** Calls and operators; casts and literals are none, a chain of AND or of OR is one. */
  public static final int FUNCTIONS_MAX = 1_000;

  public static final int NESTED_FUNCTIONS_MAX = 75;
  public static final int GROUPING_COLUMNS_MAX = 1_000;
  public static final int NESTED_GROUPINGS_MAX = 35;

  /** EXISTS, IN, ARRAY and scalar subqueries inside one another. */
  public static final int NESTED_SUBQUERIES_MAX = 25;

  /** SELECTs inside one another, the outermost among them. */
  public static final int NESTED_SELECTS_MAX = 60;

  /** Subqueries that stand in the expressions of one SELECT. */
  public static final int SUBQUERIES_OF_SELECT_MAX = 500;

  /** Inputs of one chain of a set operator. */
  public static final int UNIONS_MAX = 200;

  public static final int IN_LIST_MAX = 10_000;

  /** Places where a parameter stands. */
  public static final int PARAMETERS_MAX = 950;

  public static final int STRUCT_FIELDS_MAX = 1_000;
  public static final int NESTED_STRUCTS_MAX = 15;

  private StatementLimits() {}

  /**
   * Fails when the statement is too large.
   *
   * @param sql the text that it was read from
   * @throws DbException INVALID_ARGUMENT
   */
  public static void check(Statement statement, String sql, Dialect dialect) {
    checkLength(statement, sql);
    Statement counted =
        statement instanceof Statement.Explain explain ? explain.statement() : statement;
    StatementCounter counter = new StatementCounter(dialect);
    if (counted instanceof Statement.Select select) {
      counter.select(select);
    } else if (counted instanceof DmlStatement dml) {
      counter.dml(dml);
    }
  }

  private static void checkLength(Statement statement, String sql) {
    if (statement instanceof DdlStatement) {
      // A char is three bytes at most.
      if (sql.length() > DDL_BYTES_MAX / 3) {
        int bytes = sql.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > DDL_BYTES_MAX) {
          throw new DbException(
              ErrorCode.LIMIT_EXCEEDED,
              "DDL statement size of "
                  + bytes
                  + " bytes exceeds maximum allowed size of "
                  + DDL_BYTES_MAX);
        }
      }
      return;
    }
    if (sql.length() > TEXT_LENGTH_MAX) {
      int length = sql.codePointCount(0, sql.length());
      if (length > TEXT_LENGTH_MAX) {
        throw new DbException(
            ErrorCode.LIMIT_EXCEEDED,
            "Query string length of "
                + length
                + " exceeds maximum allowed length of "
                + TEXT_LENGTH_MAX);
      }
    }
  }

  /** Fails when there is more of something than allowed. */
  static void require(boolean within, String what, int max) {
    if (!within) {
      throw new DbException(
          ErrorCode.TOO_COMPLEX, what + " exceeds the maximum allowed limit of " + max + ".");
    }
  }
}
