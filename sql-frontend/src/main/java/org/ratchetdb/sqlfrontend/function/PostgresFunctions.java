package org.ratchetdb.sqlfrontend.function;

import static org.ratchetdb.sqlfrontend.function.Types.*;

/**
 * The functions and operators of the PostgreSQL dialect, beyond {@link SharedFunctions}. A kernel
 * whose name begins with {@code pg_} behaves unlike GoogleSQL's on the same argument types.
 */
final class PostgresFunctions {
  private static final TypePattern[] FLOATS = {FLOAT32, FLOAT64};

  /** Fields of EXTRACT; a suffix of the kernel's name. */
  private static final String[] FIELDS = {
    "century",
    "day",
    "decade",
    "dow",
    "doy",
    "epoch",
    "hour",
    "isodow",
    "isoyear",
    "julian",
    "microseconds",
    "millennium",
    "milliseconds",
    "minute",
    "month",
    "quarter",
    "second",
    "week",
    "year"
  };

  /** Fields that only a timestamp has. */
  private static final String[] ZONE_FIELDS = {"timezone", "timezone_hour", "timezone_minute"};

  private PostgresFunctions() {}

  static FunctionTable table() {
    FunctionTable t = new FunctionTable();
    SharedFunctions.addTo(t);
    addOperators(t);
    addArrayOperators(t);
    addMath(t);
    addStrings(t);
    addArrays(t);
    addDates(t);
    addMiscellaneous(t);
    addOperatorFunctions(t);
    addSession(t);
    addAggregates(t);
    return t;
  }

  private static void addOperators(FunctionTable t) {
    // NaN equals NaN and is above everything else.
    for (TypePattern type : FLOATS) {
      for (String name : new String[] {"eq", "ne", "lt", "le", "gt", "ge"}) {
        t.operator(name, "pg_" + name, BOOL, type, type);
      }
    }
    t.binary("add", "add", INT64, FLOAT32, FLOAT64, PG_NUMERIC);
    t.binary("subtract", "subtract", INT64, FLOAT32, FLOAT64, PG_NUMERIC);
    t.binary("multiply", "multiply", INT64, FLOAT32, FLOAT64, PG_NUMERIC);
    t.binary("divide", "pg_divide", INT64); // truncates
    t.binary("divide", "divide", FLOAT32, FLOAT64, PG_NUMERIC);
    t.binary("modulo", "mod", INT64, PG_NUMERIC);
    t.operator("power", "pow", FLOAT64, FLOAT64, FLOAT64);
    t.operator("power", "pow", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    for (TypePattern type : new TypePattern[] {INT64, FLOAT32, FLOAT64, PG_NUMERIC}) {
      t.operator("negate", type, type);
    }
    SharedFunctions.addTemporalOperators(t);
    t.operator("subtract", "pg_subtract", INT64, DATE, DATE); // days
    t.operator("subtract", "pg_subtract", INTERVAL, TIMESTAMP, TIMESTAMP); // days and time
    t.operator("multiply", "pg_multiply", INTERVAL, INTERVAL, FLOAT64);
    t.operator("multiply", "pg_multiply", INTERVAL, FLOAT64, INTERVAL);
    t.operator("divide", "pg_divide", INTERVAL, INTERVAL, FLOAT64);
    t.operator("shift_left", "pg_shift_left", INT64, INT64, INT64);
    t.operator("shift_right", "pg_shift_right", INT64, INT64, INT64); // keeps the sign
    t.operator("pg_like_escape", BOOL, STRING, STRING, STRING);
    t.operator("pg_ilike", BOOL, STRING, STRING);
    t.operator("pg_ilike_escape", BOOL, STRING, STRING, STRING);
    t.operator("pg_regex_match", BOOL, STRING, STRING); // ~
    t.operator("pg_regex_imatch", BOOL, STRING, STRING); // ~*
  }

  private static void addArrayOperators(FunctionTable t) {
    // x op ANY (array) and x op ALL (array); a NULL array gives NULL.
    for (String name : new String[] {"eq", "ne", "lt", "le", "gt", "ge"}) {
      t.operator("any_" + name, "pg_any_" + name, BOOL, ORDERABLE, ARRAY_OF_ORDERABLE)
          .calledOnNull();
      t.operator("all_" + name, "pg_all_" + name, BOOL, ORDERABLE, ARRAY_OF_ORDERABLE)
          .calledOnNull();
    }
    t.operator("concat", "pg_array_append", ARRAY_OF_ANY, ARRAY_OF_ANY, ELEMENT).calledOnNull();
    t.operator("concat", "pg_array_prepend", ARRAY_OF_ANY, ELEMENT, ARRAY_OF_ANY).calledOnNull();
    // generate_series(start, end[, step]) in FROM is the UNNEST of this.
    t.operator("generate_series", "generate_array", ARRAY_OF_INT64, INT64, INT64, INT64)
        .optional(1);
    t.operator("pg_array_at", ELEMENT, ARRAY_OF_ANY, INT64); // from 1, NULL outside
    t.operator("pg_array_contains", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE); // @>
    t.operator("pg_array_overlaps", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE); // &&
  }

  private static void addMath(FunctionTable t) {
    t.unary("abs", "abs", INT64, FLOAT32, FLOAT64, PG_NUMERIC);
    t.unary("sign", "sign", FLOAT64, PG_NUMERIC);
    t.unary("ceil", "ceil", FLOAT64, PG_NUMERIC);
    t.alias("ceiling", "ceil");
    t.unary("floor", "floor", FLOAT64, PG_NUMERIC);
    t.scalar("round", "pg_round", FLOAT64, FLOAT64); // half to even
    t.scalar("round", PG_NUMERIC, PG_NUMERIC, INT64).optional(1); // half away from zero
    t.scalar("trunc", FLOAT64, FLOAT64);
    t.scalar("trunc", PG_NUMERIC, PG_NUMERIC, INT64).optional(1);
    for (String name : new String[] {"sqrt", "exp", "ln"}) {
      t.unary(name, name, FLOAT64, PG_NUMERIC);
    }
    t.scalar("log", "log10", FLOAT64, FLOAT64);
    t.scalar("log", "log10", PG_NUMERIC, PG_NUMERIC);
    t.scalar("log10", FLOAT64, FLOAT64);
    t.scalar("log", "pg_log_base", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC); // base first
    t.scalar("power", "pow", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("power", "pow", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.alias("pow", "power");
    for (String name :
        new String[] {
          "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
          "atanh"
        }) {
      t.scalar(name, FLOAT64, FLOAT64);
    }
    t.scalar("atan2", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("div", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("mod", INT64, INT64, INT64);
    t.scalar("mod", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    // NULLs are left out.
    t.scalar("greatest", "pg_greatest", ORDERABLE, ORDERABLE).variadic().calledOnNull();
    t.scalar("least", "pg_least", ORDERABLE, ORDERABLE).variadic().calledOnNull();
    t.scalar("spanner.bit_reverse", "bit_reverse", INT64, INT64, BOOL);
    t.scalar("spanner.farm_fingerprint", "farm_fingerprint", INT64, STRING);
    t.scalar("spanner.farm_fingerprint", "farm_fingerprint", INT64, BYTES);
    t.scalar("md5", "pg_md5", STRING, STRING); // as hexadecimal text
  }

  private static void addStrings(FunctionTable t) {
    t.scalar("concat", STRING, STRING).variadic(); // Spanner: any NULL gives NULL
    t.scalar("textcat", "concat", STRING, STRING, STRING);
    t.scalar("substr", "pg_substr", STRING, STRING, INT64, INT64).optional(1);
    t.scalar("substr", "pg_substr", BYTES, BYTES, INT64, INT64).optional(1);
    t.alias("substring", "substr");
    t.scalar("substring", "pg_substring_regex", STRING, STRING, STRING);
    t.scalar("position", "strpos", INT64, STRING, STRING);
    t.scalar("repeat", "pg_repeat", STRING, STRING, INT64);
    t.scalar("lpad", "pg_lpad", STRING, STRING, INT64, STRING).optional(1);
    t.scalar("rpad", "pg_rpad", STRING, STRING, INT64, STRING).optional(1);
    // The default set is the space alone.
    t.scalar("btrim", "pg_btrim", STRING, STRING, STRING).optional(1);
    t.scalar("ltrim", "pg_ltrim", STRING, STRING, STRING).optional(1);
    t.scalar("rtrim", "pg_rtrim", STRING, STRING, STRING).optional(1);
    t.scalar("left", "pg_left", STRING, STRING, INT64);
    t.scalar("right", "pg_right", STRING, STRING, INT64);
    t.scalar("initcap", "pg_initcap", STRING, STRING);
    t.scalar("split_part", "pg_split_part", STRING, STRING, STRING, INT64);
    t.scalar("translate", "pg_translate", STRING, STRING, STRING, STRING);
    t.scalar("ascii", "pg_ascii", INT64, STRING);
    t.scalar("chr", "pg_chr", STRING, INT64);
    t.scalar("encode", "pg_encode", STRING, BYTES, STRING);
    t.scalar("decode", "pg_decode", BYTES, STRING, STRING);
    t.scalar("quote_ident", "pg_quote_ident", STRING, STRING);
    t.scalar("quote_literal", "pg_quote_literal", STRING, STRING);
    t.scalar("regexp_replace", "pg_regexp_replace", STRING, STRING, STRING, STRING, STRING)
        .optional(1);
    t.scalar("regexp_match", "pg_regexp_match", ARRAY_OF_STRING, STRING, STRING);
    t.scalar("regexp_split_to_array", "pg_regexp_split_to_array", ARRAY_OF_STRING, STRING, STRING);
    t.scalar("string_to_array", "pg_string_to_array", ARRAY_OF_STRING, STRING, STRING)
        .calledOnNull();
    t.scalar("to_hex", "pg_to_hex", STRING, INT64);
    t.scalar("spanner.soundex", "soundex", STRING, STRING);
  }

  private static void addArrays(FunctionTable t) {
    t.scalar("array_length", "pg_array_length", INT64, ARRAY_OF_ANY, INT64); // empty: NULL
    t.scalar("array_upper", "pg_array_length", INT64, ARRAY_OF_ANY, INT64);
    t.scalar("cardinality", "array_length", INT64, ARRAY_OF_ANY);
    t.scalar("array_cat", "concat", ARRAY_OF_ANY, ARRAY_OF_ANY, ARRAY_OF_ANY);
    t.scalar("array_append", "pg_array_append", ARRAY_OF_ANY, ARRAY_OF_ANY, ELEMENT).calledOnNull();
    t.scalar("array_prepend", "pg_array_prepend", ARRAY_OF_ANY, ELEMENT, ARRAY_OF_ANY)
        .calledOnNull();
    t.scalar("array_position", "pg_array_position", INT64, ARRAY_OF_COMPARABLE, COMPARABLE)
        .calledOnNull();
  }

  private static void addDates(FunctionTable t) {
    t.scalar("now", "current_timestamp", TIMESTAMP).stable();
    t.alias("transaction_timestamp", "now");
    t.alias("statement_timestamp", "now");
    t.alias("current_timestamp", "now"); // without parentheses
    t.scalar("clock_timestamp", "pg_clock_timestamp", TIMESTAMP).changing();
    t.operator("current_date", DATE, STRING).zoned().stable();
    for (String field : FIELDS) {
      t.operator("extract_" + field, "pg_extract_" + field, PG_NUMERIC, TIMESTAMP, STRING).zoned();
      t.operator("extract_" + field, "pg_extract_" + field, PG_NUMERIC, DATE);
      t.operator("extract_" + field, "pg_extract_" + field, PG_NUMERIC, INTERVAL);
    }
    for (String field : ZONE_FIELDS) {
      t.operator("extract_" + field, "pg_extract_" + field, PG_NUMERIC, TIMESTAMP, STRING).zoned();
    }
    // Field name, value, zone.
    t.scalar("date_trunc", "pg_date_trunc", TIMESTAMP, STRING, TIMESTAMP, STRING).zoned();
    t.scalar("date_trunc", "pg_date_trunc", INTERVAL, STRING, INTERVAL);
    t.scalar("date_part", "pg_date_part", FLOAT64, STRING, TIMESTAMP, STRING).zoned();
    t.scalar("date_part", "pg_date_part", FLOAT64, STRING, INTERVAL);
    t.scalar("make_date", "date_from_parts", DATE, INT64, INT64, INT64);
    t.scalar("to_timestamp", "pg_to_timestamp", TIMESTAMP, FLOAT64); // seconds
    t.scalar("to_timestamp", "pg_to_timestamp", TIMESTAMP, STRING, STRING, STRING).zoned();
    t.scalar("to_date", "pg_to_date", DATE, STRING, STRING);
    t.scalar("to_char", "pg_to_char", STRING, TIMESTAMP, STRING, STRING).zoned();
    t.scalar("spanner.date", "date_of_timestamp", DATE, TIMESTAMP, STRING).zoned();
    t.scalar("spanner.timestamp_from_unix_micros", "timestamp_micros", TIMESTAMP, INT64);
    t.scalar("spanner.timestamp_from_unix_millis", "timestamp_millis", TIMESTAMP, INT64);
    t.scalar("justify_days", INTERVAL, INTERVAL);
    t.scalar("justify_hours", INTERVAL, INTERVAL);
    t.scalar("justify_interval", INTERVAL, INTERVAL);
  }

  private static void addMiscellaneous(FunctionTable t) {
    t.scalar("gen_random_uuid", "new_uuid", UUID).changing();
    t.scalar("spanner.generate_uuid", "generate_uuid", STRING).changing();
  }

  /** The functions behind operators, which Spanner lists under these names. */
  private static void addOperatorFunctions(FunctionTable t) {
    t.scalar("numeric_add", "add", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_sub", "subtract", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_mul", "multiply", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_div", "divide", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_div_trunc", "div", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_mod", "mod", PG_NUMERIC, PG_NUMERIC, PG_NUMERIC);
    t.scalar("numeric_uminus", "negate", PG_NUMERIC, PG_NUMERIC);
    t.scalar("date_mi", "pg_subtract", INT64, DATE, DATE);
    t.scalar("date_mii", "subtract", DATE, DATE, INT64);
    t.scalar("date_pli", "add", DATE, DATE, INT64);
    t.scalar("textregexeq", "pg_regex_match", BOOL, STRING, STRING);
    t.scalar("arraycontains", "pg_array_contains", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE);
    t.scalar("arrayoverlap", "pg_array_overlaps", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE);
  }

  /** What depends on the session: the executor looks the name up in its session. */
  private static void addSession(FunctionTable t) {
    t.operator("session_value", STRING, STRING).stable();
    t.scalar("pg_cancel_backend", BOOL, INT64).changing();
    t.scalar("pg_terminate_backend", BOOL, INT64).changing();
    t.scalar("current_setting", "pg_current_setting", STRING, STRING, BOOL).optional(1).stable();
  }

  private static void addAggregates(FunctionTable t) {
    t.aggregate("sum", "pg_sum", PG_NUMERIC, INT64);
    t.aggregate("sum", "pg_sum", FLOAT32, FLOAT32);
    t.aggregate("sum", FLOAT64, FLOAT64);
    t.aggregate("sum", PG_NUMERIC, PG_NUMERIC);
    t.aggregate("avg", "pg_avg", PG_NUMERIC, INT64);
    t.aggregate("avg", FLOAT64, FLOAT32);
    t.aggregate("avg", FLOAT64, FLOAT64);
    t.aggregate("avg", PG_NUMERIC, PG_NUMERIC);
    for (String name : new String[] {"min", "max"}) {
      for (TypePattern type : FLOATS) {
        t.aggregate(name, "pg_" + name, type, type); // NaN is the greatest
      }
      t.aggregate(name, ORDERABLE, ORDERABLE);
    }
    t.aggregate("string_agg", STRING, STRING, STRING);
    t.aggregate("string_agg", BYTES, BYTES, BYTES);
    t.aggregate("bool_and", "logical_and", BOOL, BOOL);
    t.alias("every", "bool_and");
    t.aggregate("bool_or", "logical_or", BOOL, BOOL);
    t.aggregate("stddev", "stddev_samp", FLOAT64, FLOAT64);
    t.alias("stddev_samp", "stddev");
    t.aggregate("variance", "var_samp", FLOAT64, FLOAT64);
    t.alias("var_samp", "variance");
  }
}
