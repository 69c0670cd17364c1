package org.ratchetdb.sqlfrontend.bind;

import java.util.Locale;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.OrderItem;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.function.TypePattern;

/** ORDER BY items: types that have an order, and the place of NULLs made explicit. */
final class SortItems {
  private SortItems() {}

  static BoundRelation.SortItem item(BindContext context, OrderItem item, BoundExpr key) {
    if (!TypePattern.isOrderable(key.type())) {
      throw context.errors.error(
          context.postgres ? ErrorCode.UNDEFINED_FUNCTION : ErrorCode.INVALID_ARGUMENT,
          "ORDER BY does not support expressions of type " + key.type(),
          "could not identify an ordering operator for type " + TypeNames.postgres(key.type()),
          item.expression().begin());
    }
    checkCollation(context, item);
    Boolean nullsFirst = item.nullsFirst();
    if (nullsFirst != null && !context.postgres) {
      throw context.errors.notSupported("NULLS FIRST or NULLS LAST", item.begin());
    }
    boolean first =
        nullsFirst != null ? nullsFirst : context.postgres ? item.descending() : !item.descending();
    return new BoundRelation.SortItem(key, item.descending(), first);
  }

  /** The order of code points is the only one. */
  private static void checkCollation(BindContext context, OrderItem item) {
    Expression collation = item.collation();
    if (collation == null) {
      return;
    }
    String name = "";
    if (collation instanceof Expression.StringLiteral text) {
      name = text.value();
    } else if (collation instanceof Expression.Name path) {
      name = path.name().last().name();
    }
    switch (name.toLowerCase(Locale.ROOT)) {
      case "c", "posix", "default", "unicode", "unicode:cs" -> {
        // Bytewise, as everything is.
      }
      default -> throw context.errors.notSupported("Collation " + name, collation.begin());
    }
  }
}
