package org.ratchetdb.planner.logical;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.planner.expression.BoundExprs;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.sqlfrontend.bound.BoundExpr;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;

/** How many rows a relation can yield at most, from its shape and the keys of tables. */
final class Cardinality {
  private final Schema schema;

  Cardinality(Schema schema) {
    this.schema = schema;
  }

  /** One row whatever the tables hold. */
  static boolean isExactlyOne(BoundRelation relation) {
    if (relation instanceof BoundRelation.Aggregate aggregate) {
      return aggregate.keys().isEmpty();
    } else if (relation instanceof BoundRelation.Values values) {
      return values.rows().size() == 1;
    } else if (relation instanceof BoundRelation.Project project) {
      return isExactlyOne(project.input());
    } else if (relation instanceof BoundRelation.Sort sort) {
      return isExactlyOne(sort.input());
    }
    return false;
  }

  /**
   * @param further conditions that hold for the rows besides those of the relation
   */
  boolean isAtMostOne(BoundRelation relation, List<BoundExpr> further) {
    if (isExactlyOne(relation)) {
      return true;
    } else if (relation instanceof BoundRelation.Limit limit) {
      return isAtMostOne(limit.input(), List.of())
          || (limit.count() instanceof BoundExpr.Literal literal
              && literal.value() instanceof Value.Int64 count
              && count.value() <= 1);
    } else if (relation instanceof BoundRelation.Project project) {
      return isAtMostOne(project.input(), List.of());
    } else if (relation instanceof BoundRelation.Sort sort) {
      return isAtMostOne(sort.input(), further);
    } else if (relation instanceof BoundRelation.Filter filter) {
      List<BoundExpr> all = new ArrayList<>(further);
      all.addAll(BoundExprs.conjuncts(filter.condition()));
      return isAtMostOne(filter.input(), all);
    } else if (relation instanceof BoundRelation.TableScan scan) {
      return isKeyBound(scan, further);
    }
    return false;
  }

  private boolean isKeyBound(BoundRelation.TableScan scan, List<BoundExpr> conditions) {
    Set<Integer> bound = new HashSet<>();
    for (BoundExpr condition : conditions) {
      if (condition instanceof BoundExpr.Call call
          && "eq".equals(Comparisons.nameOf(call.function().kernel()))) {
        for (int i = 0; i < 2; i++) {
          if (call.arguments().get(i) instanceof BoundExpr.ColumnRef ref
              && FreeColumns.isForeignTo(call.arguments().get(1 - i), scan)) {
            int ordinal = scan.columns().indexOf(ref.column());
            if (ordinal >= 0) {
              bound.add(scan.table().columns().get(ordinal).id());
            }
          }
        }
      }
    }
    if (covers(bound, scan.table().primaryKey())) {
      return true;
    }
    Table table = scan.table();
    for (Index index : schema.indexesOf(table.id())) {
      if (index.unique()
          && index.state() == IndexState.READ_WRITE
          && covers(bound, index.keyParts())) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(Set<Integer> bound, List<KeyPart> key) {
    return key.stream().allMatch(part -> bound.contains(part.columnId()));
  }
}
