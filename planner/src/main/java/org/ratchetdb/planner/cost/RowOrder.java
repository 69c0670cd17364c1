package org.ratchetdb.planner.cost;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ratchetdb.planner.physical.SortKey;

/**
 * The order in which an operator yields its rows.
 *
 * @param keys sorted by these output columns; empty for no known order
 * @param constants output columns that hold one value in all rows
 * @param neverNull output columns without NULL, for which the placement of NULLs does not matter
 * @param unique no two rows agree in all of {@code keys} and {@code constants}, so that further
 *     sort items have nothing to decide
 */
public record RowOrder(
    List<SortKey> keys, Set<Integer> constants, Set<Integer> neverNull, boolean unique) {
  public static final RowOrder NONE = new RowOrder(List.of(), Set.of(), Set.of(), false);

  public RowOrder {
    keys = List.copyOf(keys);
    constants = Set.copyOf(constants);
    neverNull = Set.copyOf(neverNull);
  }

  /** Order by the keys and nothing else known. */
  public static RowOrder of(List<SortKey> keys) {
    return new RowOrder(keys, Set.of(), Set.of(), false);
  }

  /** Whether rows in this order are also sorted by {@code required}. */
  public boolean satisfies(List<SortKey> required) {
    int next = 0;
    for (SortKey key : required) {
      if (constants.contains(key.ordinal())) {
        continue;
      }
      while (next < keys.size() && constants.contains(keys.get(next).ordinal())) {
        next++;
      }
      if (next == keys.size()) {
        return unique;
      }
      if (!same(keys.get(next), key)) {
        // A column sorted by before decides nothing when it comes again.
        if (comesBefore(key.ordinal(), next)) {
          continue;
        }
        return false;
      }
      next++;
    }
    return true;
  }

  private boolean same(SortKey have, SortKey want) {
    return have.ordinal() == want.ordinal()
        && have.descending() == want.descending()
        && (have.nullsFirst() == want.nullsFirst() || neverNull.contains(want.ordinal()));
  }

  private boolean comesBefore(int ordinal, int end) {
    for (int i = 0; i < end; i++) {
      if (keys.get(i).ordinal() == ordinal) {
        return true;
      }
    }
    return false;
  }

  /** Whether rows that agree in {@code columns} are neighbours. */
  public boolean groups(Set<Integer> columns) {
    Set<Integer> open = new HashSet<>(columns);
    open.removeAll(constants);
    for (SortKey key : keys) {
      if (open.isEmpty()) {
        return true;
      }
      if (constants.contains(key.ordinal())) {
        continue;
      }
      if (!open.remove(key.ordinal())) {
        return false;
      }
    }
    return open.isEmpty() || unique;
  }

  /** The order of the same rows read backwards. */
  public RowOrder reversed() {
    List<SortKey> reversed = new ArrayList<>();
    for (SortKey key : keys) {
      reversed.add(new SortKey(key.ordinal(), !key.descending(), !key.nullsFirst()));
    }
    return new RowOrder(reversed, constants, neverNull, unique);
  }

  /**
   * The order seen through a projection.
   *
   * @param newOrdinal new position of a column, or -1 when it is gone
   */
  public RowOrder project(IntUnaryOperator newOrdinal) {
    List<SortKey> kept = new ArrayList<>();
    boolean complete = true;
    for (SortKey key : keys) {
      int ordinal = newOrdinal.applyAsInt(key.ordinal());
      if (ordinal < 0) {
        if (constants.contains(key.ordinal())) {
          continue;
        }
        complete = false;
        break;
      }
      kept.add(new SortKey(ordinal, key.descending(), key.nullsFirst()));
    }
    return new RowOrder(
        kept, mapAll(constants, newOrdinal), mapAll(neverNull, newOrdinal), unique && complete);
  }

  private static Set<Integer> mapAll(Set<Integer> ordinals, IntUnaryOperator newOrdinal) {
    Set<Integer> result = new HashSet<>();
    for (int ordinal : ordinals) {
      int mapped = newOrdinal.applyAsInt(ordinal);
      if (mapped >= 0) {
        result.add(mapped);
      }
    }
    return result;
  }

  /**
   * The order of a join that yields for each row here, one after the other, its matches from
   * another side in the order of that side. Its columns follow those here.
   *
   * @param width number of columns here
   * @param equal columns of the other side that equal a sort column here in all matches
   * @param padded whether a row without a match is yielded with NULL for them
   * @param anew whether the other side is read anew for each row here, so that what is constant
   *     there need not be so in all pairs
   */
  public RowOrder pairs(
      RowOrder other, int width, Set<Integer> equal, boolean padded, boolean anew) {
    List<SortKey> pairKeys = new ArrayList<>(keys);
    if (unique) {
      for (SortKey key : other.keys) {
        if (!equal.contains(key.ordinal()) && !other.constants.contains(key.ordinal())) {
          pairKeys.add(new SortKey(width + key.ordinal(), key.descending(), key.nullsFirst()));
        }
      }
    }
    Set<Integer> pairConstants = new HashSet<>(constants);
    Set<Integer> pairNeverNull = new HashSet<>(neverNull);
    if (!padded) {
      other.neverNull.forEach(ordinal -> pairNeverNull.add(width + ordinal));
      if (!anew) {
        other.constants.forEach(ordinal -> pairConstants.add(width + ordinal));
      }
    }
    return new RowOrder(pairKeys, pairConstants, pairNeverNull, unique && other.unique);
  }

  /** The same order after an operator that may repeat rows or add columns at the end. */
  public RowOrder withoutUniqueness() {
    return new RowOrder(keys, constants, neverNull, false);
  }
}
