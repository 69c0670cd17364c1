package org.ratchetdb.sqlfrontend;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;

/**
 * Syntax trees as short text for comparison in tests: the node's name and its parts in brackets.
 * Places, absent parts, empty lists and FALSE are left out; names and literals stand bare.
 */
final class TreeText {
  private TreeText() {}

  static String googleSql(String expression) {
    return of(SqlParser.forDialect(Dialect.GOOGLE_STANDARD_SQL).parseExpression(expression));
  }

  static String postgres(String expression) {
    return of(SqlParser.forDialect(Dialect.POSTGRESQL).parseExpression(expression));
  }

  static String of(@Nullable Object node) {
    if (node instanceof Identifier identifier) {
      return identifier.name();
    }
    if (node instanceof QualifiedName name) {
      return name.text();
    }
    if (node instanceof Expression.Name name) {
      return name.name().text();
    }
    if (node instanceof Expression.IntegerLiteral literal) {
      return literal.text();
    }
    if (node instanceof Expression.StringLiteral literal) {
      return "'" + literal.value() + "'";
    }
    if (node instanceof Expression.BooleanLiteral literal) {
      return String.valueOf(literal.value());
    }
    if (node instanceof List<?> list) {
      return list.stream().map(TreeText::of).collect(Collectors.joining(" ", "[", "]"));
    }
    return node instanceof Record tuple ? ofRecord(tuple) : String.valueOf(node);
  }

  private static String ofRecord(Record tuple) {
    List<String> parts = new ArrayList<>();
    for (RecordComponent component : tuple.getClass().getRecordComponents()) {
      Object value = valueOf(tuple, component);
      boolean left =
          value == null
              || value instanceof Span
              || value.equals(false)
              || (value instanceof List<?> list && list.isEmpty())
              || component.getName().equals("operatorOffset");
      if (!left) {
        parts.add(Boolean.TRUE.equals(value) ? component.getName() : of(value));
      }
    }
    return tuple.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
  }

  private static @Nullable Object valueOf(Record tuple, RecordComponent component) {
    try {
      return component.getAccessor().invoke(tuple);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
