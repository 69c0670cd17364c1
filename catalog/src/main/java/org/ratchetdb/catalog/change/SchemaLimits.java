package org.ratchetdb.catalog.change;

/** Spanner's limits on schemas. */
public final class SchemaLimits {
  public static final int TABLES_MAX = 5_000;
  public static final int INDEXES_MAX = 10_000;
  public static final int INDEXES_PER_TABLE_MAX = 128;
  public static final int COLUMNS_PER_TABLE_MAX = 1_024;

  /** Of a table with what it inherits; of an index with the table's key columns that it appends. */
  public static final int KEY_COLUMNS_MAX = 16;

  /** Levels below the root. */
  public static final int INTERLEAVE_DEPTH_MAX = 7;

  public static final int NAME_CHARACTERS_MAX = 128;

  /** Code points. */
  public static final long STRING_LENGTH_MAX = 2_621_440;

  /** Bytes. */
  public static final long BYTES_LENGTH_MAX = 10_485_760;

  private SchemaLimits() {}
}
