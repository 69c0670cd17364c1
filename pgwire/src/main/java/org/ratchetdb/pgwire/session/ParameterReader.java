package org.ratchetdb.pgwire.session;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.pgformat.PgType;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.NumericMath;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.engine.api.ParameterDescription;
import org.ratchetdb.engine.api.PreparedQuery;
import org.ratchetdb.pgwire.message.BindParameters;

/** Turns the bytes of a Bind into values of the statement's parameters. */
final class ParameterReader {
  private ParameterReader() {}

  static List<Value> read(
      PreparedEntry entry, PreparedQuery query, BindParameters parameters, ZoneId zone) {
    List<ParameterDescription> descriptions = query.parameters();
    List<Value> values = new ArrayList<>(parameters.count());
    for (int i = 0; i < parameters.count(); i++) {
      SqlType wanted = descriptions.get(i).type();
      PgType type = entry.types().get(i);
      if (parameters.isNull(i)) {
        values.add(new Value.Null(wanted));
        continue;
      }
      Value value =
          parameters.isBinary(i)
              ? type.readBinary(parameters.bytes(), parameters.offset(i), parameters.length(i))
              : type.readText(parameters.bytes(), parameters.offset(i), parameters.length(i), zone);
      values.add(convert(value, wanted));
    }
    return values;
  }

  /** The types that one PG type stands for two of; all else converts in the engine. */
  private static Value convert(Value value, SqlType wanted) {
    if (wanted.is(TypeKind.NUMERIC) && value instanceof Value.PgNumeric numeric) {
      BigDecimal number = numeric.value();
      if (number == null) {
        throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, "Invalid NUMERIC value: NaN");
      }
      return new Value.Numeric(NumericMath.normalize(number, number.toPlainString()));
    }
    if (value instanceof Value.Json json && isJson(wanted) && !json.type().equals(wanted)) {
      return new Value.Json(json.text(), wanted);
    }
    if (value instanceof Value.Array array
        && wanted.is(TypeKind.ARRAY)
        && !array.type().equals(wanted)) {
      SqlType element = wanted.elementType();
      List<Value> converted = new ArrayList<>(array.elements().size());
      for (Value v : array.elements()) {
        converted.add(v.isNull() ? new Value.Null(element) : convert(v, element));
      }
      boolean fits = converted.stream().allMatch(v -> v.type().equals(element));
      return fits ? new Value.Array(wanted, converted) : value;
    }
    return value;
  }

  private static boolean isJson(SqlType type) {
    return type.is(TypeKind.JSON) || type.is(TypeKind.PG_JSONB);
  }
}
