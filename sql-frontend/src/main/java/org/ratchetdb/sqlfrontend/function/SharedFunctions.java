package org.ratchetdb.sqlfrontend.function;

import static org.ratchetdb.sqlfrontend.function.Types.*;

/** Rows that mean the same in both dialects. */
final class SharedFunctions {
  private SharedFunctions() {}

  static void addTo(FunctionTable t) {
    addOperators(t);
    addStrings(t);
    addArrays(t);
    addAggregates(t);
  }

  private static void addOperators(FunctionTable t) {
    // Comparisons find one type for both sides first; the dialect adds what NaN needs.
    t.operator("eq", BOOL, COMPARABLE, COMPARABLE);
    t.operator("ne", BOOL, COMPARABLE, COMPARABLE);
    t.operator("lt", BOOL, ORDERABLE, ORDERABLE);
    t.operator("le", BOOL, ORDERABLE, ORDERABLE);
    t.operator("gt", BOOL, ORDERABLE, ORDERABLE);
    t.operator("ge", BOOL, ORDERABLE, ORDERABLE);
    t.operator("is_distinct_from", BOOL, COMPARABLE, COMPARABLE).calledOnNull();
    t.operator("is_not_distinct_from", BOOL, COMPARABLE, COMPARABLE).calledOnNull();
    t.operator("is_true", BOOL, BOOL).calledOnNull();
    t.operator("is_false", BOOL, BOOL).calledOnNull();
    t.operator("like", BOOL, STRING, STRING);
    t.operator("like", BOOL, BYTES, BYTES);
    t.binary("concat", "concat", STRING, BYTES);
    t.operator("concat", ARRAY_OF_ANY, ARRAY_OF_ANY, ARRAY_OF_ANY);
    t.operator("bit_not", INT64, INT64);
    t.binary("bit_and", "bit_and", INT64);
    t.binary("bit_or", "bit_or", INT64);
    t.binary("bit_xor", "bit_xor", INT64);
    t.operator("make_array", ARRAY_OF_ANY, ELEMENT).variadic().calledOnNull();
  }

  /** To be added after the numbers, which untyped arguments prefer. */
  static void addTemporalOperators(FunctionTable t) {
    t.operator("add", INTERVAL, INTERVAL, INTERVAL);
    t.operator("add", TIMESTAMP, TIMESTAMP, INTERVAL);
    t.operator("add", TIMESTAMP, INTERVAL, TIMESTAMP);
    t.operator("add", DATE, DATE, INT64);
    t.operator("add", DATE, INT64, DATE);
    t.operator("subtract", INTERVAL, INTERVAL, INTERVAL);
    t.operator("subtract", TIMESTAMP, TIMESTAMP, INTERVAL);
    t.operator("subtract", DATE, DATE, INT64);
    t.operator("multiply", INTERVAL, INTERVAL, INT64);
    t.operator("multiply", INTERVAL, INT64, INTERVAL);
    t.operator("divide", INTERVAL, INTERVAL, INT64);
    t.operator("negate", INTERVAL, INTERVAL);
  }

  private static void addStrings(FunctionTable t) {
    t.scalar("length", INT64, STRING); // code points
    t.scalar("length", INT64, BYTES);
    t.scalar("char_length", "length", INT64, STRING);
    t.alias("character_length", "char_length");
    t.scalar("octet_length", "byte_length", INT64, STRING);
    t.scalar("octet_length", "byte_length", INT64, BYTES);
    t.scalar("lower", STRING, STRING);
    t.scalar("upper", STRING, STRING);
    t.scalar("reverse", STRING, STRING);
    t.scalar("strpos", INT64, STRING, STRING);
    t.scalar("starts_with", BOOL, STRING, STRING);
    t.scalar("starts_with", BOOL, BYTES, BYTES);
    t.scalar("replace", STRING, STRING, STRING, STRING);
    t.scalar("sha256", BYTES, BYTES);
    t.scalar("sha512", BYTES, BYTES);
  }

  private static void addArrays(FunctionTable t) {
    t.scalar("array_to_string", STRING, ARRAY_OF_STRING, STRING, STRING).optional(1);
  }

  private static void addAggregates(FunctionTable t) {
    t.operator("count_star", INT64);
    t.aggregate("count", INT64, ANY);
    t.aggregate("sum", INTERVAL, INTERVAL);
    t.aggregate("avg", INTERVAL, INTERVAL);
    t.aggregate("any_value", ANY, ANY);
    t.aggregate("array_agg", ARRAY_OF_ANY, ELEMENT);
    t.aggregate("bit_and", INT64, INT64);
    t.aggregate("bit_or", INT64, INT64);
  }
}
