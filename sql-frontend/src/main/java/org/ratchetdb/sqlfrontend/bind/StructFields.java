package org.ratchetdb.sqlfrontend.bind;

import java.util.List;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;
import org.ratchetdb.sqlfrontend.function.Volatility;

/** Access to fields of structures: kernel {@code struct_field} with the field's index from 0. */
final class StructFields {
  private StructFields() {}

  /** Follows the parts of a path from an index on. */
  static BoundExpr access(BoundExpr start, List<Identifier> parts, int from, BindContext context) {
    BoundExpr expr = start;
    for (int i = from; i < parts.size(); i++) {
      expr = access(expr, parts.get(i), context);
    }
    return expr;
  }

  static BoundExpr access(BoundExpr operand, Identifier field, BindContext context) {
    SqlType type = operand.type();
    if (type.is(TypeKind.JSON)) {
      throw context.errors.notSupported("Access to JSON fields", field.begin());
    }
    if (!type.is(TypeKind.STRUCT)) {
      throw context.errors.error(
          ErrorCode.UNDEFINED_COLUMN,
          "Cannot access field " + field.name() + " on a value with type " + type,
          "column notation ."
              + field.name()
              + " applied to type "
              + TypeNames.postgres(type)
              + ", which is not a composite type",
          field.begin());
    }
    for (int i = 0; i < type.fields().size(); i++) {
      if (context.sameName(type.fields().get(i).name(), field.name())) {
        return field(operand, i);
      }
    }
    throw context.errors.error(
        ErrorCode.UNDEFINED_COLUMN,
        "Field name " + field.name() + " does not exist in " + type,
        field.begin());
  }

  /** The field at an index. */
  static BoundExpr field(BoundExpr struct, int index) {
    SqlType fieldType = struct.type().fields().get(index).type();
    return new BoundExpr.Call(
        new FunctionSignature(
            "struct_field",
            "struct_field",
            List.of(struct.type(), SqlType.INT64),
            fieldType,
            true,
            Volatility.IMMUTABLE,
            false),
        List.of(struct, new BoundExpr.Literal(new Value.Int64(index), -1)));
  }
}
