package org.ratchetdb.planner.cost;

/**
 * Prices of physical work in microseconds of one core, warm cache. The storage prices are those
 * measured through RocksDB's Java interface (a random get 4.3, a scanned row 0.31 to 0.48); the
 * others follow from batch operators at a few ten million simple steps a second. Only their
 * proportions matter.
 */
public final class CostModel {
  /** Making an iterator and positioning it. */
  public static final double SEEK = 7.0;

  /** Reading one row by its whole key from a batch of such keys. */
  public static final double LOOKUP = 4.0;

  private static final double SCAN_ROW = 0.25;
  private static final double SCAN_BYTE = 0.0008;
  private static final double STEPS_BEFORE_LEAP = 4;
  private static final double REVERSE_FACTOR = 1.15;
  private static final double EXPRESSION_ROW = 0.01;
  private static final double HASH_BUILD_ROW = 0.12;
  private static final double HASH_PROBE_ROW = 0.06;
  private static final double MERGE_ROW = 0.03;
  private static final double COMPARE = 0.02;
  private static final double EMIT_ROW = 0.02;

  private CostModel() {}

  /** Reading {@code rows} neighbours of {@code bytesPerRow} each from {@code ranges} ranges. */
  public static double scan(double ranges, double rows, double bytesPerRow, boolean reverse) {
    double perRow = SCAN_ROW + SCAN_BYTE * bytesPerRow;
    return ranges * SEEK + rows * perRow * (reverse ? REVERSE_FACTOR : 1.0);
  }

  /**
   * Passing entries of other tables that lie between the rows of a scan. It steps over a few and
   * leaps over more.
   *
   * @param rows rows that are wanted, each with a gap behind it
   * @param entries entries in all gaps
   * @param bytes bytes of these
   */
  public static double pass(double rows, double entries, double bytes, boolean reverse) {
    double steps = scan(0, entries, entries == 0 ? 0 : bytes / entries, reverse);
    double stepped = Math.min(1, rows * STEPS_BEFORE_LEAP / Math.max(1, entries));
    return Math.min(steps, stepped * steps + rows * SEEK);
  }

  public static double expressions(double rows, int count) {
    return rows * count * EXPRESSION_ROW;
  }

  public static double sort(double rows) {
    return rows * (Math.log(rows + 2) / Math.log(2)) * COMPARE + rows * EMIT_ROW;
  }

  /** A sort that keeps only {@code kept} rows. */
  public static double topN(double rows, double kept) {
    double logKept = Math.log(Math.min(rows, kept) + 2) / Math.log(2);
    return rows * COMPARE + Math.min(rows, kept) * logKept * COMPARE;
  }

  public static double hashBuild(double rows) {
    return rows * HASH_BUILD_ROW;
  }

  public static double hashProbe(double rows) {
    return rows * HASH_PROBE_ROW;
  }

  public static double merge(double leftRows, double rightRows) {
    return (leftRows + rightRows) * MERGE_ROW;
  }

  public static double nestedLoop(double leftRows, double rightRows) {
    return leftRows * rightRows * EXPRESSION_ROW;
  }

  public static double hashAggregate(double rows, double groups) {
    return rows * HASH_PROBE_ROW + groups * HASH_BUILD_ROW;
  }

  public static double streamAggregate(double rows) {
    return rows * MERGE_ROW;
  }

  public static double emit(double rows) {
    return rows * EMIT_ROW;
  }
}
