package org.ratchetdb.sqlfrontend.function;

import org.ratchetdb.common.type.SqlType;

/** Abbreviations that make the tables readable. */
final class Types {
  static final TypePattern BOOL = new TypePattern.Exact(SqlType.BOOL);
  static final TypePattern INT64 = new TypePattern.Exact(SqlType.INT64);
  static final TypePattern FLOAT32 = new TypePattern.Exact(SqlType.FLOAT32);
  static final TypePattern FLOAT64 = new TypePattern.Exact(SqlType.FLOAT64);
  static final TypePattern NUMERIC = new TypePattern.Exact(SqlType.NUMERIC);
  static final TypePattern PG_NUMERIC = new TypePattern.Exact(SqlType.PG_NUMERIC);
  static final TypePattern STRING = new TypePattern.Exact(SqlType.STRING);
  static final TypePattern BYTES = new TypePattern.Exact(SqlType.BYTES);
  static final TypePattern DATE = new TypePattern.Exact(SqlType.DATE);
  static final TypePattern TIMESTAMP = new TypePattern.Exact(SqlType.TIMESTAMP);
  static final TypePattern UUID = new TypePattern.Exact(SqlType.UUID);
  static final TypePattern JSON = new TypePattern.Exact(SqlType.JSON);
  static final TypePattern PG_JSONB = new TypePattern.Exact(SqlType.PG_JSONB);
  static final TypePattern INTERVAL = new TypePattern.Exact(SqlType.INTERVAL);
  static final TypePattern PG_OID = new TypePattern.Exact(SqlType.PG_OID);
  static final TypePattern ARRAY_OF_INT64 = new TypePattern.Exact(SqlType.arrayOf(SqlType.INT64));
  static final TypePattern ARRAY_OF_FLOAT64 =
      new TypePattern.Exact(SqlType.arrayOf(SqlType.FLOAT64));
  static final TypePattern ARRAY_OF_NUMERIC =
      new TypePattern.Exact(SqlType.arrayOf(SqlType.NUMERIC));
  static final TypePattern ARRAY_OF_STRING = new TypePattern.Exact(SqlType.arrayOf(SqlType.STRING));
  static final TypePattern ARRAY_OF_BYTES = new TypePattern.Exact(SqlType.arrayOf(SqlType.BYTES));
  static final TypePattern ARRAY_OF_DATE = new TypePattern.Exact(SqlType.arrayOf(SqlType.DATE));

  /** Any type; the same one wherever it stands in a row. */
  static final TypePattern ANY = new TypePattern.Variable(TypePattern.Constraint.ANY);

  /** Any type but an array, as the element of one. */
  static final TypePattern ELEMENT = new TypePattern.Variable(TypePattern.Constraint.ELEMENT);

  /** Any type that {@code =} accepts. */
  static final TypePattern COMPARABLE = new TypePattern.Variable(TypePattern.Constraint.COMPARABLE);

  /** Any type that {@code <} and ORDER BY accept. */
  static final TypePattern ORDERABLE = new TypePattern.Variable(TypePattern.Constraint.ORDERABLE);

  /** An array of what ANY, ELEMENT, COMPARABLE or ORDERABLE is in the same row. */
  static final TypePattern ARRAY_OF_ANY = new TypePattern.ArrayOf(TypePattern.Constraint.ELEMENT);

  static final TypePattern ARRAY_OF_COMPARABLE =
      new TypePattern.ArrayOf(TypePattern.Constraint.COMPARABLE);
  static final TypePattern ARRAY_OF_ORDERABLE =
      new TypePattern.ArrayOf(TypePattern.Constraint.ORDERABLE);

  private Types() {}
}
