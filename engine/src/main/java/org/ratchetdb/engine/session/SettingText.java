package org.ratchetdb.engine.session;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.UnaryOperator;

/** The text of a value in SET, which may be a literal, a signed number or a bare word. */
final class SettingText {
  private SettingText() {}

  static String of(Expression value) {
    if (value instanceof Expression.StringLiteral literal) {
      return literal.value();
    }
    if (value instanceof Expression.IntegerLiteral literal) {
      return literal.value().toString();
    }
    if (value instanceof Expression.DecimalLiteral literal) {
      return literal.text();
    }
    if (value instanceof Expression.BooleanLiteral literal) {
      return literal.value() ? "on" : "off";
    }
    if (value instanceof Expression.Name name) {
      return name.name().text();
    }
    if (value instanceof Expression.Unary unary && unary.operator() == UnaryOperator.MINUS) {
      return "-" + of(unary.operand());
    }
    throw new DbException(ErrorCode.SYNTAX_ERROR, "SET takes literals and names as values")
        .at(value.span().begin());
  }
}
