package org.ratchetdb.planner.logical;

import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.RelNode;

/**
 * A relational expression with the places of bound columns in its rows. The expression may have
 * more columns than are named here.
 *
 * @param rel the expression
 * @param ordinals position by bound column id
 */
public record Converted(RelNode rel, Map<Integer, Integer> ordinals) {
  public Converted {
    ordinals = Map.copyOf(ordinals);
  }

  int width() {
    return rel.getRowType().getFieldCount();
  }

  /** The same columns in another expression that has them in the same places. */
  Converted with(RelNode other) {
    return new Converted(other, ordinals);
  }

  /** Another expression in which the columns of {@code right} follow ours. */
  Converted followedBy(Converted right, RelNode joined) {
    Map<Integer, Integer> both = new HashMap<>(ordinals);
    int offset = width();
    right.ordinals.forEach((id, ordinal) -> both.put(id, offset + ordinal));
    return new Converted(joined, both);
  }
}
