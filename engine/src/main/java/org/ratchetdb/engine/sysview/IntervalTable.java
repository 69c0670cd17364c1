package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.stats.interval.Interval;
import org.ratchetdb.engine.stats.interval.Tally;
import org.ratchetdb.engine.stats.interval.TallyKey;

/**
 * Statistics by interval: a row per key of an interval in the TOP tables, a row per interval in the
 * TOTAL tables.
 */
abstract class IntervalTable<K extends TallyKey, T extends Tally<T>>
    extends SystemTable<IntervalTable.Row<K, T>> {
  /**
   * A row.
   *
   * @param key null in the TOTAL tables
   */
  record Row<K extends TallyKey, T extends Tally<T>>(long endMicros, @Nullable K key, T tally) {
    K requiredKey() {
      if (key == null) {
        throw new IllegalStateException("A total has no key");
      }
      return key;
    }
  }

  IntervalTable(String name, List<SystemColumn<Row<K, T>>> columns) {
    super(SPANNER_SYS, name, columns);
  }

  static <K extends TallyKey, T extends Tally<T>> List<Row<K, T>> top(
      List<Interval<K, T>> intervals) {
    List<Row<K, T>> rows = new ArrayList<>();
    for (Interval<K, T> interval : intervals) {
      for (Interval.Entry<K, T> entry : interval.top()) {
        rows.add(new Row<>(interval.endMicros(), entry.key(), entry.tally()));
      }
    }
    return rows;
  }

  static <K extends TallyKey, T extends Tally<T>> List<Row<K, T>> totals(
      List<Interval<K, T>> intervals) {
    List<Row<K, T>> rows = new ArrayList<>();
    for (Interval<K, T> interval : intervals) {
      rows.add(new Row<>(interval.endMicros(), null, interval.total()));
    }
    return rows;
  }
}
