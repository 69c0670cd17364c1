package org.ratchetdb.sqlfrontend.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.sqlfrontend.function.Argument.Origin;

class FunctionResolverTest {
  // An argument is a type; with ' after it a literal, with @ a declared parameter; ? is untyped.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "add | INT64 INT64 | add(INT64, INT64) INT64",
        "add | INT64 NUMERIC | add(NUMERIC, NUMERIC) NUMERIC",
        "add | INT64 FLOAT64 | add(FLOAT64, FLOAT64) FLOAT64",
        "add | FLOAT32 FLOAT32 | add(FLOAT64, FLOAT64) FLOAT64",
        "add | INT64 FLOAT64' | add(FLOAT64, FLOAT64) FLOAT64",
        "multiply | NUMERIC FLOAT64' | multiply(NUMERIC, NUMERIC) NUMERIC",
        "multiply | NUMERIC FLOAT64 | multiply(FLOAT64, FLOAT64) FLOAT64",
        "divide | INT64 INT64 | divide(FLOAT64, FLOAT64) FLOAT64",
        "divide | INT64' INT64' | divide(FLOAT64, FLOAT64) FLOAT64",
        "divide | NUMERIC INT64 | divide(NUMERIC, NUMERIC) NUMERIC",
        "add | ? ? | add(INT64, INT64) INT64",
        "add | STRING INT64 | none",
        "subtract | DATE DATE | subtract(DATE, DATE) INTERVAL",
        "add | TIMESTAMP INTERVAL | add(TIMESTAMP, INTERVAL) TIMESTAMP",
        "concat | ARRAY<INT64> ARRAY<INT64> | concat(ARRAY<INT64>, ARRAY<INT64>) ARRAY<INT64>",
        "ceil | INT64 | ceil(FLOAT64) FLOAT64",
        "abs | FLOAT32 | abs(FLOAT32) FLOAT32",
        "greatest | INT64 NUMERIC ? | greatest(NUMERIC, NUMERIC, NUMERIC) NUMERIC",
        "greatest | DATE STRING' | greatest(DATE, DATE) DATE",
        "greatest | STRING' DATE' | greatest(DATE, DATE) DATE",
        "greatest | JSON JSON | none",
        "substr | STRING INT64 | substr(STRING, INT64) STRING",
        "substr | STRING INT64 INT64 INT64 | none",
        "current_date | | current_date(STRING) DATE",
        "date | TIMESTAMP | date_of_timestamp(TIMESTAMP, STRING) DATE",
        "date | STRING' | date_of_timestamp(TIMESTAMP, STRING) DATE",
        "timestamp | STRING' | timestamp_from_string(STRING, STRING) TIMESTAMP",
        "sum | INT64 | sum(INT64) INT64",
        "avg | INT64 | avg(FLOAT64) FLOAT64",
        "avg | NUMERIC | avg(NUMERIC) NUMERIC",
        "array_includes | ARRAY<NUMERIC> INT64' | array_includes(ARRAY<NUMERIC>, NUMERIC) BOOL",
        "make_array | ? FLOAT64 | make_array(FLOAT64, FLOAT64) ARRAY<FLOAT64>",
        "in_array | INT64 ARRAY<INT64> | in_array(INT64, ARRAY<INT64>) BOOL",
      })
  void googleSqlChooses(String name, @Nullable String arguments, @Nullable String expected) {
    assertThat(resolve(Dialect.GOOGLE_STANDARD_SQL, name, arguments)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "add | INT64 ? | add(INT64, INT64) INT64",
        "add | DATE INT64 | add(DATE, INT64) DATE",
        "subtract | DATE ? | pg_subtract(DATE, DATE) INT64",
        "subtract | TIMESTAMP ? | pg_subtract(TIMESTAMP, TIMESTAMP) INTERVAL",
        "add | TIMESTAMP ? | add(TIMESTAMP, INTERVAL) TIMESTAMP",
        "divide | INT64 INT64 | pg_divide(INT64, INT64) INT64",
        "divide | INT64 PG_NUMERIC | divide(PG.NUMERIC, PG.NUMERIC) PG.NUMERIC",
        "divide | PG_NUMERIC FLOAT64 | divide(FLOAT64, FLOAT64) FLOAT64",
        "multiply | INT64 INTERVAL | multiply(INT64, INTERVAL) INTERVAL",
        "concat | STRING ? | concat(STRING, STRING) STRING",
        "concat | ? ? | concat(STRING, STRING) STRING",
        "abs | ? | abs(FLOAT64) FLOAT64",
        "length | ? | length(STRING) INT64",
        "round | INT64 | pg_round(FLOAT64) FLOAT64",
        "round | PG_NUMERIC INT64 | round(PG.NUMERIC, INT64) PG.NUMERIC",
        "sqrt | INT64 | sqrt(FLOAT64) FLOAT64",
        "sum | INT64 | pg_sum(INT64) PG.NUMERIC",
        "avg | FLOAT32 | avg(FLOAT32) FLOAT64",
        "max | FLOAT64 | pg_max(FLOAT64) FLOAT64",
        "max | STRING | max(STRING) STRING",
        "greatest | INT64 ? PG_NUMERIC | pg_greatest(PG.NUMERIC, PG.NUMERIC, PG.NUMERIC) PG.NUMERIC",
        "greatest | BOOL INT64 | none",
        "any_eq | INT64 ARRAY<INT64> | pg_any_eq(INT64, ARRAY<INT64>) BOOL",
        "date_trunc | ? TIMESTAMP | pg_date_trunc(STRING, TIMESTAMP, STRING) TIMESTAMP",
        "to_timestamp | INT64 | pg_to_timestamp(FLOAT64) TIMESTAMP",
        "to_timestamp | ? ? | pg_to_timestamp(STRING, STRING, STRING) TIMESTAMP",
        "spanner.farm_fingerprint | ? | farm_fingerprint(STRING) INT64",
      })
  void postgresChooses(String name, @Nullable String arguments, @Nullable String expected) {
    assertThat(resolve(Dialect.POSTGRESQL, name, arguments)).isEqualTo(expected);
  }

  private static @Nullable String resolve(
      Dialect dialect, String name, @Nullable String arguments) {
    FunctionCatalog catalog = FunctionCatalog.forDialect(dialect);
    List<FunctionTemplate> rows =
        catalog.operator(name).isEmpty() ? catalog.function(name) : catalog.operator(name);
    List<Argument> list = new ArrayList<>();
    if (arguments != null) {
      for (String argument : arguments.split(" ")) {
        list.add(argument(argument));
      }
    }
    FunctionResolver.Resolution resolution = catalog.resolver().resolve(rows, list);
    if (resolution == null) {
      return null;
    }
    FunctionSignature signature = resolution.signature();
    String types =
        String.join(", ", signature.argumentTypes().stream().map(SqlType::toString).toList());
    return signature.kernel() + "(" + types + ") " + signature.result();
  }

  private static Argument argument(String text) {
    if (text.equals("?")) {
      return new Argument(SqlType.UNKNOWN, Origin.UNTYPED);
    }
    Origin origin =
        text.endsWith("'")
            ? Origin.LITERAL
            : text.endsWith("@") ? Origin.PARAMETER : Origin.EXPRESSION;
    return new Argument(
        type(origin == Origin.EXPRESSION ? text : text.substring(0, text.length() - 1)), origin);
  }

  private static SqlType type(String text) {
    if (text.startsWith("ARRAY<")) {
      return SqlType.arrayOf(type(text.substring(6, text.length() - 1)));
    }
    return new SqlType(TypeKind.valueOf(text.toUpperCase(Locale.ROOT)), null, List.of());
  }
}
