package org.ratchetdb.sqlfrontend.function;

import static org.ratchetdb.sqlfrontend.function.Types.*;

/** The functions and operators of GoogleSQL, beyond {@link SharedFunctions}. */
final class GoogleSqlFunctions {
  /** Parts that every date function takes; a part is a suffix of the kernel's name. */
  private static final String[] DATE_PARTS = {"day", "week", "month", "quarter", "year"};

  private static final String[] ISO_PARTS = {"isoweek", "isoyear"};

  /** Parts of a fixed length. */
  private static final String[] TIME_PARTS = {
    "nanosecond", "microsecond", "millisecond", "second", "minute", "hour"
  };

  private GoogleSqlFunctions() {}

  static FunctionTable table() {
    FunctionTable t = new FunctionTable();
    SharedFunctions.addTo(t);
    addOperators(t);
    addMath(t);
    addStrings(t);
    addConversions(t);
    addArrays(t);
    addDates(t);
    addTimestamps(t);
    addIntervals(t);
    addMiscellaneous(t);
    addAggregates(t);
    return t;
  }

  private static void addOperators(FunctionTable t) {
    t.binary("add", "add", INT64, FLOAT64, NUMERIC);
    t.binary("subtract", "subtract", INT64, FLOAT64, NUMERIC);
    t.binary("multiply", "multiply", INT64, FLOAT64, NUMERIC);
    t.binary("divide", "divide", FLOAT64, NUMERIC); // of two INT64: FLOAT64
    for (TypePattern type : new TypePattern[] {INT64, FLOAT64, NUMERIC, FLOAT32}) {
      t.operator("negate", type, type);
    }
    SharedFunctions.addTemporalOperators(t);
    t.operator("subtract", INTERVAL, DATE, DATE);
    t.operator("subtract", INTERVAL, TIMESTAMP, TIMESTAMP);
    t.operator("bit_not", BYTES, BYTES);
    t.binary("bit_and", "bit_and", BYTES);
    t.binary("bit_or", "bit_or", BYTES);
    t.binary("bit_xor", "bit_xor", BYTES);
    t.operator("shift_left", INT64, INT64, INT64);
    t.operator("shift_right", INT64, INT64, INT64); // fills with zeros
    t.operator("shift_left", BYTES, BYTES, INT64);
    t.operator("shift_right", BYTES, BYTES, INT64);
    // x IN UNNEST(array): a NULL array is like an empty one.
    t.operator("in_array", BOOL, COMPARABLE, ARRAY_OF_COMPARABLE).calledOnNull();
    t.operator("array_at_offset", ELEMENT, ARRAY_OF_ANY, INT64);
    t.operator("array_at_ordinal", ELEMENT, ARRAY_OF_ANY, INT64);
    t.operator("array_safe_at_offset", ELEMENT, ARRAY_OF_ANY, INT64);
    t.operator("array_safe_at_ordinal", ELEMENT, ARRAY_OF_ANY, INT64);
  }

  private static void addMath(FunctionTable t) {
    t.unary("abs", "abs", INT64, FLOAT64, FLOAT32, NUMERIC);
    t.unary("sign", "sign", INT64, FLOAT64, FLOAT32, NUMERIC);
    for (String name : new String[] {"ceil", "floor", "round", "trunc"}) {
      t.unary(name, name, FLOAT64, NUMERIC); // of INT64: FLOAT64
    }
    t.alias("ceiling", "ceil");
    for (String name : new String[] {"round", "trunc"}) {
      t.scalar(name, FLOAT64, FLOAT64, INT64);
      t.scalar(name, NUMERIC, NUMERIC, INT64);
    }
    for (String name : new String[] {"sqrt", "exp", "ln", "log10"}) {
      t.unary(name, name, FLOAT64, NUMERIC);
    }
    t.scalar("log", FLOAT64, FLOAT64, FLOAT64).optional(1); // natural without a base
    t.scalar("log", NUMERIC, NUMERIC, NUMERIC).optional(1);
    t.scalar("pow", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("pow", NUMERIC, NUMERIC, NUMERIC);
    t.alias("power", "pow");
    for (String name :
        new String[] {
          "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
          "atanh"
        }) {
      t.scalar(name, FLOAT64, FLOAT64);
    }
    t.scalar("atan2", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("div", INT64, INT64, INT64);
    t.scalar("div", NUMERIC, NUMERIC, NUMERIC);
    t.scalar("mod", INT64, INT64, INT64);
    t.scalar("mod", NUMERIC, NUMERIC, NUMERIC);
    t.scalar("ieee_divide", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("ieee_divide", FLOAT32, FLOAT32, FLOAT32);
    for (String name : new String[] {"safe_add", "safe_subtract", "safe_multiply"}) {
      for (TypePattern type : new TypePattern[] {INT64, FLOAT64, NUMERIC}) {
        t.scalar(name, type, type, type);
      }
    }
    t.scalar("safe_divide", FLOAT64, FLOAT64, FLOAT64);
    t.scalar("safe_divide", NUMERIC, NUMERIC, NUMERIC);
    t.unary("safe_negate", "safe_negate", INT64, FLOAT64, FLOAT32, NUMERIC);
    t.scalar("is_inf", BOOL, FLOAT64);
    t.scalar("is_nan", BOOL, FLOAT64);
    t.scalar("greatest", ORDERABLE, ORDERABLE).variadic(); // any NULL gives NULL
    t.scalar("least", ORDERABLE, ORDERABLE).variadic();
    t.scalar("bit_count", INT64, INT64);
    t.scalar("bit_count", INT64, BYTES);
    t.scalar("bit_reverse", INT64, INT64, BOOL);
    t.scalar("farm_fingerprint", INT64, STRING);
    t.scalar("farm_fingerprint", INT64, BYTES);
    for (String name : new String[] {"md5", "sha1", "sha256", "sha512"}) {
      t.scalar(name, BYTES, STRING);
    }
    t.scalar("md5", BYTES, BYTES);
    t.scalar("sha1", BYTES, BYTES);
  }

  private static void addStrings(FunctionTable t) {
    t.alias("byte_length", "octet_length");
    t.scalar("concat", STRING, STRING).variadic();
    t.scalar("concat", BYTES, BYTES).variadic();
    t.scalar("substr", STRING, STRING, INT64, INT64).optional(1);
    t.scalar("substr", BYTES, BYTES, INT64, INT64).optional(1);
    t.alias("substring", "substr");
    t.scalar("strpos", INT64, BYTES, BYTES);
    t.scalar("ends_with", BOOL, STRING, STRING);
    t.scalar("ends_with", BOOL, BYTES, BYTES);
    t.scalar("lower", BYTES, BYTES);
    t.scalar("upper", BYTES, BYTES);
    t.alias("lcase", "lower");
    t.alias("ucase", "upper");
    t.scalar("reverse", BYTES, BYTES);
    t.scalar("repeat", STRING, STRING, INT64);
    t.scalar("repeat", BYTES, BYTES, INT64);
    for (String name : new String[] {"lpad", "rpad"}) {
      t.scalar(name, STRING, STRING, INT64, STRING).optional(1);
      t.scalar(name, BYTES, BYTES, INT64, BYTES).optional(1);
    }
    for (String name : new String[] {"trim", "ltrim", "rtrim"}) {
      t.scalar(name, STRING, STRING, STRING).optional(1);
      t.scalar(name, BYTES, BYTES, BYTES);
    }
    t.scalar("replace", BYTES, BYTES, BYTES, BYTES);
    t.scalar("split", ARRAY_OF_STRING, STRING, STRING).optional(1);
    t.scalar("split", ARRAY_OF_BYTES, BYTES, BYTES);
    t.scalar("split_substr", STRING, STRING, STRING, INT64, INT64).optional(1);
    t.scalar("regexp_contains", BOOL, STRING, STRING);
    t.scalar("regexp_contains", BOOL, BYTES, BYTES);
    t.scalar("regexp_extract", STRING, STRING, STRING);
    t.scalar("regexp_extract_all", ARRAY_OF_STRING, STRING, STRING);
    t.scalar("regexp_replace", STRING, STRING, STRING, STRING);
    t.scalar("soundex", STRING, STRING);
  }

  private static void addConversions(FunctionTable t) {
    t.scalar("to_hex", STRING, BYTES);
    t.scalar("from_hex", BYTES, STRING);
    t.scalar("to_base64", STRING, BYTES);
    t.scalar("from_base64", BYTES, STRING);
    t.scalar("to_base32", STRING, BYTES);
    t.scalar("from_base32", BYTES, STRING);
    t.scalar("to_code_points", ARRAY_OF_INT64, STRING);
    t.scalar("to_code_points", ARRAY_OF_INT64, BYTES);
    t.scalar("code_points_to_string", STRING, ARRAY_OF_INT64);
    t.scalar("code_points_to_bytes", BYTES, ARRAY_OF_INT64);
    t.scalar("safe_convert_bytes_to_string", STRING, BYTES);
    t.scalar("parse_json", JSON, STRING);
    t.scalar("to_json_string", STRING, JSON);
  }

  private static void addArrays(FunctionTable t) {
    t.scalar("array_length", INT64, ARRAY_OF_ANY);
    t.scalar("array_concat", "concat", ARRAY_OF_ANY, ARRAY_OF_ANY).variadic();
    t.scalar("array_reverse", ARRAY_OF_ANY, ARRAY_OF_ANY);
    t.scalar("array_first", ELEMENT, ARRAY_OF_ANY);
    t.scalar("array_last", ELEMENT, ARRAY_OF_ANY);
    t.scalar("array_slice", ARRAY_OF_ANY, ARRAY_OF_ANY, INT64, INT64);
    t.scalar("array_includes", BOOL, ARRAY_OF_COMPARABLE, COMPARABLE);
    t.scalar("array_includes_any", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE);
    t.scalar("array_includes_all", BOOL, ARRAY_OF_COMPARABLE, ARRAY_OF_COMPARABLE);
    t.scalar("array_is_distinct", BOOL, ARRAY_OF_COMPARABLE);
    t.scalar("array_min", ORDERABLE, ARRAY_OF_ORDERABLE);
    t.scalar("array_max", ORDERABLE, ARRAY_OF_ORDERABLE);
    t.scalar("array_to_string", STRING, ARRAY_OF_BYTES, BYTES, BYTES).optional(1);
    t.scalar("generate_array", ARRAY_OF_INT64, INT64, INT64, INT64).optional(1);
    t.scalar("generate_array", ARRAY_OF_FLOAT64, FLOAT64, FLOAT64, FLOAT64).optional(1);
    t.scalar("generate_array", ARRAY_OF_NUMERIC, NUMERIC, NUMERIC, NUMERIC).optional(1);
    for (String part : DATE_PARTS) {
      // GENERATE_DATE_ARRAY(start, end, INTERVAL n part); the step is 1 DAY when left out.
      t.operator("generate_date_array_" + part, ARRAY_OF_DATE, DATE, DATE, INT64);
    }
  }

  private static void addDates(FunctionTable t) {
    t.scalar("current_date", DATE, STRING).zoned().stable();
    t.scalar("date", "date_from_parts", DATE, INT64, INT64, INT64);
    t.scalar("date", "date_of_timestamp", DATE, TIMESTAMP, STRING).zoned();
    t.scalar("unix_date", INT64, DATE);
    t.scalar("date_from_unix_date", DATE, INT64);
    t.scalar("format_date", STRING, STRING, DATE);
    t.scalar("parse_date", DATE, STRING, STRING);
    for (String part : DATE_PARTS) {
      t.operator("date_add_" + part, DATE, DATE, INT64);
      t.operator("date_sub_" + part, DATE, DATE, INT64);
    }
    for (String part : concat(DATE_PARTS, ISO_PARTS)) {
      t.operator("date_diff_" + part, INT64, DATE, DATE);
      t.operator("date_trunc_" + part, DATE, DATE);
      t.operator("extract_" + part, INT64, DATE);
    }
    t.operator("extract_dayofweek", INT64, DATE); // 1 is Sunday
    t.operator("extract_dayofyear", INT64, DATE);
  }

  private static void addTimestamps(FunctionTable t) {
    t.scalar("current_timestamp", TIMESTAMP).stable();
    t.scalar("timestamp", "timestamp_from_string", TIMESTAMP, STRING, STRING).zoned();
    t.scalar("timestamp", "timestamp_from_date", TIMESTAMP, DATE, STRING).zoned();
    t.scalar("string", "string_of_timestamp", STRING, TIMESTAMP, STRING).zoned();
    t.scalar("format_timestamp", STRING, STRING, TIMESTAMP, STRING).zoned();
    t.scalar("parse_timestamp", TIMESTAMP, STRING, STRING, STRING).zoned();
    for (String unit : new String[] {"seconds", "millis", "micros"}) {
      t.scalar("timestamp_" + unit, TIMESTAMP, INT64);
      t.scalar("unix_" + unit, INT64, TIMESTAMP);
    }
    for (String part : concat(TIME_PARTS, "day")) {
      t.operator("timestamp_add_" + part, TIMESTAMP, TIMESTAMP, INT64);
      t.operator("timestamp_sub_" + part, TIMESTAMP, TIMESTAMP, INT64);
      t.operator("timestamp_diff_" + part, INT64, TIMESTAMP, TIMESTAMP);
    }
    for (String part : concat(concat(TIME_PARTS, DATE_PARTS), ISO_PARTS)) {
      t.operator("timestamp_trunc_" + part, TIMESTAMP, TIMESTAMP, STRING).zoned();
      t.operator("extract_" + part, INT64, TIMESTAMP, STRING).zoned();
    }
    t.operator("extract_dayofweek", INT64, TIMESTAMP, STRING).zoned();
    t.operator("extract_dayofyear", INT64, TIMESTAMP, STRING).zoned();
    t.operator("extract_date", DATE, TIMESTAMP, STRING).zoned();
  }

  private static void addIntervals(FunctionTable t) {
    for (String part : concat(TIME_PARTS, DATE_PARTS)) {
      t.operator("interval_" + part, INTERVAL, INT64); // INTERVAL n part
    }
    for (String part : concat(TIME_PARTS, "day", "month", "year")) {
      t.operator("extract_" + part, INT64, INTERVAL);
    }
    t.scalar("justify_days", INTERVAL, INTERVAL);
    t.scalar("justify_hours", INTERVAL, INTERVAL);
    t.scalar("justify_interval", INTERVAL, INTERVAL);
  }

  private static void addMiscellaneous(FunctionTable t) {
    t.scalar("generate_uuid", STRING).changing();
    t.scalar("new_uuid", UUID).changing();
  }

  private static void addAggregates(FunctionTable t) {
    t.aggregate("countif", "count_if", INT64, BOOL);
    t.aggregate("sum", INT64, INT64);
    t.aggregate("sum", FLOAT64, FLOAT64);
    t.aggregate("sum", NUMERIC, NUMERIC);
    t.aggregate("avg", FLOAT64, FLOAT64); // of INT64 too
    t.aggregate("avg", NUMERIC, NUMERIC);
    t.aggregate("min", ORDERABLE, ORDERABLE);
    t.aggregate("max", ORDERABLE, ORDERABLE);
    t.aggregate("array_concat_agg", ARRAY_OF_ANY, ARRAY_OF_ANY);
    t.aggregate("string_agg", STRING, STRING, STRING).optional(1);
    t.aggregate("string_agg", BYTES, BYTES, BYTES).optional(1);
    t.aggregate("logical_and", BOOL, BOOL);
    t.aggregate("logical_or", BOOL, BOOL);
    t.aggregate("bit_xor", INT64, INT64);
    t.aggregate("stddev", "stddev_samp", FLOAT64, FLOAT64);
    t.alias("stddev_samp", "stddev");
    t.aggregate("variance", "var_samp", FLOAT64, FLOAT64);
    t.alias("var_samp", "variance");
  }

  private static String[] concat(String[] first, String... second) {
    String[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
