package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.statement.CompiledStatement;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Brings the values that a caller bound to the types that the statement was bound with. */
final class ParameterConversion {
  private ParameterConversion() {}

  static List<Value> convert(
      CompiledStatement statement, List<Value> values, EngineSession session) {
    List<ParameterDescription> parameters = statement.parameters();
    if (values.size() < parameters.size()) {
      throw new DbException(
          ErrorCode.UNDEFINED_PARAMETER,
          "No value for parameter " + parameters.get(values.size()).name());
    }
    List<Value> converted = null;
    for (int i = 0; i < parameters.size(); i++) {
      Value value = values.get(i);
      SqlType target = parameters.get(i).type();
      if (!value.type().equals(target)) {
        if (converted == null) {
          converted = new ArrayList<>(values);
        }
        converted.set(i, convert(value, parameters.get(i), session));
      }
    }
    return converted == null ? values : converted;
  }

  private static Value convert(Value value, ParameterDescription parameter, EngineSession session) {
    SqlType target = parameter.type();
    if (!value.isNull() && !assignable(value.type().kind(), target.kind())) {
      if (session.dialect() == Dialect.POSTGRESQL) {
        throw notAssignable(Integer.parseInt(parameter.name()) - 1, value.type(), target);
      }
      throw new DbException(
          ErrorCode.DATATYPE_MISMATCH,
          "Parameter "
              + parameter.name()
              + " is of type "
              + target
              + " but got a value of type "
              + value.type());
    }
    return cast(value, target, session);
  }

  /** The value as one of the type. */
  static Value cast(Value value, SqlType target, EngineSession session) {
    if (value.type().equals(target)) {
      return value;
    }
    if (value.isNull()) {
      return new Value.Null(target);
    }
    boolean postgres = session.dialect() == Dialect.POSTGRESQL;
    return session.evaluate(
        new PhysicalExpr.Cast(new PhysicalExpr.Literal(value), target, false, postgres, 0, 0, 0));
  }

  /**
   * PostgreSQL's refusal of a value.
   *
   * @param index of the parameter, from 0
   */
  static DbException notAssignable(int index, SqlType from, SqlType to) {
    return new DbException(
            ErrorCode.DATATYPE_MISMATCH,
            "parameter $"
                + (index + 1)
                + " of type "
                + from.name(Dialect.POSTGRESQL)
                + " cannot be coerced to the expected type "
                + to.name(Dialect.POSTGRESQL))
        .hint("You will need to rewrite or cast the expression.");
  }

  /**
   * Text is read as any type, numbers become one another when they fit; nothing else converts
   * unasked.
   */
  private static boolean assignable(TypeKind from, TypeKind to) {
    return switch (from) {
      case STRING, UNKNOWN -> true;
      case INT64 ->
          switch (to) {
            case FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC, PG_OID -> true;
            default -> false;
          };
      case FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC ->
          switch (to) {
            case INT64, FLOAT32, FLOAT64, NUMERIC, PG_NUMERIC -> true;
            default -> false;
          };
      case DATE -> to == TypeKind.TIMESTAMP;
      case TIMESTAMP -> to == TypeKind.DATE;
      case UUID -> to == TypeKind.STRING;
      case JSON -> to == TypeKind.PG_JSONB;
      case PG_JSONB -> to == TypeKind.JSON;
      default -> false;
    };
  }
}
