package org.ratchetdb.planner.translate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexInputRef;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.planner.context.PlanningContext;
import org.ratchetdb.planner.cost.Selectivity;
import org.ratchetdb.planner.logical.LimitRel;
import org.ratchetdb.planner.logical.ScanRel;

/** What is known about columns of logical expressions from the tables below. */
final class RelFacts {
  /** Values of a column that leads back to no table. */
  private static final double VALUES_GUESS = 50;

  private final PlanningContext context;
  private final Selectivity selectivity;

  RelFacts(PlanningContext context) {
    this.context = context;
    this.selectivity = new Selectivity(context);
  }

  Selectivity selectivity() {
    return selectivity;
  }

  /** Distinct values of the column, before filters. */
  double distinct(RelNode rel, int column) {
    if (rel instanceof ScanRel scan) {
      return selectivity.distinct(scan.table(), scan.table().columns().get(column).id());
    } else if (rel instanceof Filter || rel instanceof Sort || rel instanceof LimitRel) {
      return distinct(rel.getInput(0), column);
    } else if (rel instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          ? distinct(project.getInput(), ref.getIndex())
          : VALUES_GUESS;
    } else if (rel instanceof Aggregate aggregate) {
      return column < aggregate.getGroupCount()
          ? distinct(aggregate.getInput(), aggregate.getGroupSet().nth(column))
          : VALUES_GUESS;
    } else if (rel instanceof Join join) {
      int leftWidth = join.getLeft().getRowType().getFieldCount();
      return column < leftWidth
          ? distinct(join.getLeft(), column)
          : distinct(join.getRight(), column - leftWidth);
    }
    return VALUES_GUESS;
  }

  /** Whether no two rows agree in all of the columns. */
  boolean isUnique(RelNode rel, Set<Integer> columns) {
    if (rel instanceof ScanRel scan) {
      return isUnique(scan.table(), columns);
    } else if (rel instanceof Filter || rel instanceof Sort || rel instanceof LimitRel) {
      return isUnique(rel.getInput(0), columns);
    } else if (rel instanceof Project project) {
      Set<Integer> below = new HashSet<>();
      for (int column : columns) {
        if (project.getProjects().get(column) instanceof RexInputRef ref) {
          below.add(ref.getIndex());
        }
      }
      return isUnique(project.getInput(), below);
    } else if (rel instanceof Aggregate aggregate) {
      for (int i = 0; i < aggregate.getGroupCount(); i++) {
        if (!columns.contains(i)) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  private boolean isUnique(Table table, Set<Integer> columns) {
    if (covers(table, columns, table.primaryKey())) {
      return true;
    }
    for (Index index : context.schema().indexesOf(table.id())) {
      // Several NULLs may share a unique key, but none of them equals anything in a join.
      if (index.unique() && covers(table, columns, index.keyParts())) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(Table table, Set<Integer> columns, List<KeyPart> key) {
    return key.stream().allMatch(part -> columns.contains(table.ordinal(part.columnId())));
  }
}
