package org.ratchetdb.common.type;

/** The kinds of types of both dialects. */
public enum TypeKind {
  /** A NULL or a parameter whose type nothing has decided; never the type of a stored column. */
  UNKNOWN,
  BOOL,
  INT64,
  FLOAT32,
  FLOAT64,
  /** GoogleSQL NUMERIC: 29 integer and 9 fractional digits. */
  NUMERIC,
  /** PostgreSQL numeric: arbitrary precision, its scale kept, NaN. */
  PG_NUMERIC,
  STRING,
  BYTES,
  /** Days since 1970-01-01. */
  DATE,
  /** An instant with nanoseconds, years 1 to 9999. */
  TIMESTAMP,
  UUID,
  JSON,
  /** PostgreSQL jsonb. */
  PG_JSONB,
  INTERVAL,
  ARRAY,
  STRUCT,
  /** PostgreSQL oid, a type of catalog queries only. */
  PG_OID
}
