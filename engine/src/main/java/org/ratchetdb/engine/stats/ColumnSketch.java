package org.ratchetdb.engine.stats;

import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.planner.context.ColumnStatistics;
import org.ratchetdb.planner.context.ValueScale;

/**
 * Counts different values and keeps quantiles of a column in a few kilobytes, however many rows
 * come. Counts are off by about 1.6 %, quantiles by about 1.3 % of the rows.
 */
final class ColumnSketch {
  private static final int COUNTER_BITS = 12;
  private static final int QUANTILES_SIZE = 200;
  private static final int PARTS = 100;

  private final HllSketch distinct = new HllSketch(COUNTER_BITS);
  private final KllDoublesSketch quantiles = KllDoublesSketch.newHeapInstance(QUANTILES_SIZE);
  private final boolean ordered;
  private long nulls;
  private long rows;

  ColumnSketch(SqlType type) {
    this.ordered = ValueScale.has(type.kind());
  }

  /** Takes the value of a row. */
  void add(ColumnVector column, int row) {
    rows++;
    if (column.isNull(row)) {
      nulls++;
      return;
    }
    distinct.update(column.hash(row));
    if (ordered) {
      double number = ValueScale.of(column.get(row));
      if (!Double.isNaN(number)) {
        quantiles.update(number);
      }
    }
  }

  ColumnStatistics statistics() {
    double nullFraction = rows == 0 ? 0 : (double) nulls / rows;
    double[] bounds = new double[0];
    if (!quantiles.isEmpty()) {
      double[] ranks = new double[PARTS + 1];
      for (int i = 0; i <= PARTS; i++) {
        ranks[i] = (double) i / PARTS;
      }
      bounds = quantiles.getQuantiles(ranks, QuantileSearchCriteria.INCLUSIVE);
    }
    double values = Math.min((double) (rows - nulls), Math.rint(distinct.getEstimate()));
    return new ColumnStatistics(nullFraction, values, bounds);
  }
}
