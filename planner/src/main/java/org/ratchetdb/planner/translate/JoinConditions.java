package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.core.Filter;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.planner.access.AccessCondition;
import org.ratchetdb.planner.expression.Comparisons;
import org.ratchetdb.planner.expression.PhysicalExprs;
import org.ratchetdb.planner.logical.RelConverter;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan.JoinKind;
import org.ratchetdb.planner.translate.JoinGraph.Conjunct;
import org.ratchetdb.planner.translate.JoinGraph.Factor;

/**
 * Sorts a cluster's conditions: which belong to one factor, which join which sets, and what follows
 * from them.
 *
 * <pre>
 *   a.x = b.x AND b.x = c.x AND a.x = 5
 *
 *   a, c can be joined without b; b.x = 5 and c.x = 5 hold as well
 * </pre>
 */
final class JoinConditions {
  /** Two expressions that equal each other, of the left and of the right set. */
  record Equality(PhysicalExpr left, PhysicalExpr right) {}

  /**
   * What joins two sets.
   *
   * @param kind how
   * @param equalities one per class of equal columns, and those of expressions
   * @param residual further conditions of the join over both
   * @param nullAware a NOT IN and nothing else joins the sets
   * @param after conditions to be checked on the joined rows of an outer join
   */
  record Between(
      JoinKind kind,
      List<Equality> equalities,
      List<AccessCondition> residual,
      @Nullable Equality nullAware,
      List<AccessCondition> after) {
    boolean isConnected() {
      return !equalities.isEmpty() || !residual.isEmpty() || nullAware != null;
    }
  }

  private static final Set<String> COMPARISONS = Set.of("eq", "lt", "le", "gt", "ge");

  private final JoinGraph graph;
  private final Set<Integer> output;
  private final boolean postgres;
  private final EqualityClasses classes = new EqualityClasses();
  private final List<Conjunct> others = new ArrayList<>();
  private final List<List<AccessCondition>> own = new ArrayList<>();
  private final Set<Integer> constants = new HashSet<>();
  private final Map<Integer, Set<Integer>> neededAbove = new HashMap<>();

  /**
   * @param output columns that the consumer reads
   */
  JoinConditions(JoinGraph graph, Set<Integer> output, boolean postgres) {
    this.graph = graph;
    this.output = output;
    this.postgres = postgres;
    graph.factors().forEach(factor -> own.add(new ArrayList<>()));
    divide();
    inferConstants();
  }

  private void divide() {
    for (Conjunct conjunct : graph.conjuncts()) {
      Equality equality = plainEquality(conjunct.condition());
      if (equality != null && areFree(conjunct.mask()) && Integer.bitCount(conjunct.mask()) == 2) {
        classes.add(ordinal(equality.left()), ordinal(equality.right()));
      } else if (Integer.bitCount(conjunct.mask()) == 1 && areFree(conjunct.mask())) {
        int index = Integer.numberOfTrailingZeros(conjunct.mask());
        own.get(index).add(inFactor(index, conjunct.condition()));
      } else if (conjunct.mask() != 0) {
        others.add(conjunct);
        addImplied(conjunct);
      }
    }
    addEqualitiesWithin();
    for (int i = 0; i < graph.factors().size(); i++) {
      for (Conjunct conjunct : graph.factors().get(i).on()) {
        if (isRightOnly(i, conjunct)) {
          own.get(i).add(inFactor(i, conjunct.condition()));
        }
      }
    }
  }

  /**
   * Joins pick one column of a class per side, so that equal columns of one factor stay to check.
   */
  private void addEqualitiesWithin() {
    for (Set<Integer> members : classes.all()) {
      for (int i = 0; i < graph.factors().size(); i++) {
        int first = -1;
        for (int member : members) {
          if (!graph.factors().get(i).has(member)) {
            continue;
          }
          if (first < 0) {
            first = member;
            continue;
          }
          PhysicalExpr equal =
              Comparisons.of("eq", graph.reference(first), graph.reference(member), postgres);
          own.get(i).add(inFactor(i, new AccessCondition(equal, true)));
        }
      }
    }
  }

  /**
   * What an OR over several factors means for one of them alone, if each branch says something:
   *
   * <pre>
   *   (a.x = 1 AND b.y = 2) OR (a.x = 3 AND b.y = 4)   implies   a.x = 1 OR a.x = 3
   * </pre>
   */
  private void addImplied(Conjunct conjunct) {
    if (!(conjunct.condition().expression() instanceof PhysicalExpr.Or or)
        || !conjunct.condition().seekable()) {
      return;
    }
    for (int i = 0; i < graph.factors().size(); i++) {
      if ((conjunct.mask() & (1 << i)) == 0 || !graph.factors().get(i).isFree()) {
        continue;
      }
      int bit = 1 << i;
      List<PhysicalExpr> branches = new ArrayList<>();
      for (PhysicalExpr branch : or.operands()) {
        PhysicalExpr ofFactor =
            PhysicalExprs.and(
                PhysicalExprs.conjuncts(branch).stream().filter(c -> mask(c) == bit).toList());
        if (ofFactor != null) {
          branches.add(ofFactor);
        }
      }
      if (branches.size() == or.operands().size()) {
        own.get(i).add(inFactor(i, new AccessCondition(new PhysicalExpr.Or(branches), true)));
      }
    }
  }

  /** A condition on the right side alone may be checked there, except in a full outer join. */
  private boolean isRightOnly(int index, Conjunct conjunct) {
    return conjunct.mask() == 1 << index && graph.factors().get(index).kind() != JoinKind.FULL;
  }

  private boolean areFree(int mask) {
    for (int i = 0; i < graph.factors().size(); i++) {
      if ((mask & (1 << i)) != 0 && !graph.factors().get(i).isFree()) {
        return false;
      }
    }
    return true;
  }

  private AccessCondition inFactor(int index, AccessCondition condition) {
    int offset = graph.factors().get(index).offset();
    return new AccessCondition(
        graph.lower(PhysicalExprs.remap(condition.expression(), column -> column - offset)),
        condition.seekable());
  }

  private static int ordinal(PhysicalExpr expr) {
    return ((PhysicalExpr.InputRef) expr).ordinal();
  }

  /** {@code column = column}, of a type whose equality is one everywhere. */
  private @Nullable Equality plainEquality(AccessCondition condition) {
    if (!condition.seekable() || !Comparisons.is(condition.expression(), "eq")) {
      return null;
    }
    List<PhysicalExpr> sides = PhysicalExprs.operands(condition.expression());
    return sides.get(0) instanceof PhysicalExpr.InputRef left
            && sides.get(1) instanceof PhysicalExpr.InputRef right
            && left.type().equals(right.type())
            && !isUnsafe(left)
        ? new Equality(left, right)
        : null;
  }

  /** GoogleSQL's NaN equals nothing, but a hash table or a key finds it. */
  private boolean isUnsafe(PhysicalExpr expr) {
    return Comparisons.isFloat(expr.type()) && !postgres;
  }

  private void inferConstants() {
    for (int i = 0; i < graph.factors().size(); i++) {
      Factor factor = graph.factors().get(i);
      List<AccessCondition> known = new ArrayList<>(own.get(i));
      if (JoinGraph.scanOf(factor.rel()) != null && factor.rel() instanceof Filter filter) {
        known.addAll(graph.conditionsOf(filter));
      }
      for (AccessCondition condition : known) {
        int column = comparedColumn(condition);
        if (column >= 0 && factor.isFree()) {
          inferFrom(factor, column, condition);
        }
      }
    }
  }

  private void inferFrom(Factor factor, int column, AccessCondition condition) {
    int number = factor.offset() + column;
    Set<Integer> members = classes.classOf(number);
    Set<Integer> equal = new HashSet<>(members == null ? Set.of(number) : members);
    if (Comparisons.is(condition.expression(), "eq")) {
      constants.addAll(equal);
    }
    for (int i = 0; i < graph.factors().size(); i++) {
      Factor other = graph.factors().get(i);
      Set<Integer> targets = new HashSet<>();
      for (int member : equal) {
        if (other.has(member) && member != number) {
          targets.add(member);
        }
      }
      for (Conjunct on : other.on()) {
        Equality equality = plainEquality(on.condition());
        if (equality != null && other.kind() != JoinKind.FULL) {
          addTarget(equality, equal, other, targets);
        }
      }
      for (int target : targets) {
        int within = target - other.offset();
        AccessCondition inferred =
            new AccessCondition(
                PhysicalExprs.remap(condition.expression(), c -> within), condition.seekable());
        if (!own.get(i).contains(inferred)) {
          own.get(i).add(inferred);
        }
      }
    }
  }

  private static void addTarget(
      Equality equality, Set<Integer> equal, Factor other, Set<Integer> targets) {
    int left = ordinal(equality.left());
    int right = ordinal(equality.right());
    if (equal.contains(left) && other.has(right)) {
      targets.add(right);
    } else if (equal.contains(right) && other.has(left)) {
      targets.add(left);
    }
  }

  /** The only column of a comparison with something that no row decides, or -1. */
  private int comparedColumn(AccessCondition condition) {
    PhysicalExpr expr = condition.expression();
    boolean comparison =
        expr instanceof PhysicalExpr.InList
            || (expr instanceof PhysicalExpr.Call call
                && COMPARISONS.contains(Comparisons.nameOrKernel(call.kernel())));
    if (!condition.seekable() || !comparison) {
      return -1;
    }
    int column = -1;
    for (PhysicalExpr operand : PhysicalExprs.operands(expr)) {
      if (operand instanceof PhysicalExpr.InputRef ref && column < 0) {
        column = isUnsafe(ref) ? -1 : ref.ordinal();
      } else if (PhysicalExprs.readsInput(operand)) {
        return -1;
      }
    }
    return column;
  }

  /** Conditions of a factor alone besides those in its expression, over its own columns. */
  List<AccessCondition> own(int index) {
    return own.get(index);
  }

  /** Whether the column is bound to one value, so that joining on it narrows nothing further. */
  boolean isConstant(PhysicalExpr expr) {
    return expr instanceof PhysicalExpr.InputRef ref && constants.contains(ref.ordinal());
  }

  /** Columns that equal the column in all rows of the cluster, itself left out. */
  Set<Integer> equalTo(int column) {
    Set<Integer> members = classes.classOf(column);
    Set<Integer> result = new HashSet<>(members == null ? Set.of() : members);
    result.remove(column);
    return result;
  }

  /** Every column that some equality joins by. */
  Set<Integer> joinColumns() {
    Set<Integer> columns = new HashSet<>();
    classes.all().forEach(columns::addAll);
    for (Factor factor : graph.factors()) {
      for (Conjunct on : factor.on()) {
        Equality equality = plainEquality(on.condition());
        if (equality != null) {
          columns.add(ordinal(equality.left()));
          columns.add(ordinal(equality.right()));
        }
      }
    }
    return columns;
  }

  /** Whether an equality joins the column with a factor outside the set. */
  boolean joinsOutside(int column, int mask) {
    Set<Integer> members = classes.classOf(column);
    if (members != null && members.stream().anyMatch(m -> (graph.bit(m) & mask) == 0)) {
      return true;
    }
    for (int i = 0; i < graph.factors().size(); i++) {
      if ((mask & (1 << i)) == 0) {
        for (Conjunct on : graph.factors().get(i).on()) {
          if (PhysicalExprs.inputs(on.condition().expression()).contains(column)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Columns of the set that the consumer or a condition beyond the set reads. */
  Set<Integer> neededAbove(int mask) {
    return neededAbove.computeIfAbsent(mask, this::computeNeededAbove);
  }

  private Set<Integer> computeNeededAbove(int mask) {
    Set<Integer> needed = new HashSet<>();
    Set<Integer> result = new HashSet<>();
    needed.addAll(output);
    for (Conjunct conjunct : others) {
      // What an outer join's right side says alone is checked after that join.
      if ((conjunct.mask() & ~mask) != 0 || (conjunct.mask() == mask && !areFree(mask))) {
        needed.addAll(PhysicalExprs.inputs(conjunct.condition().expression()));
      }
    }
    for (int i = 0; i < graph.factors().size(); i++) {
      for (Conjunct on : graph.factors().get(i).on()) {
        // While the set is the right side itself, its join is still to come.
        boolean ahead = (mask & (1 << i)) == 0 || mask == 1 << i;
        if (ahead && !isRightOnly(i, on)) {
          needed.addAll(PhysicalExprs.inputs(on.condition().expression()));
        }
      }
    }
    for (Set<Integer> members : classes.all()) {
      if (members.stream().anyMatch(m -> (graph.bit(m) & mask) == 0)) {
        needed.addAll(members);
      }
    }
    for (int column : needed) {
      if ((graph.bit(column) & mask) != 0) {
        result.add(column);
      }
    }
    return result;
  }

  /**
   * @param dependent the factor that {@code right} is when it is not free
   */
  Between between(int left, int right, @Nullable Factor dependent) {
    List<Equality> equalities = new ArrayList<>();
    List<AccessCondition> residual = new ArrayList<>();
    List<AccessCondition> joined = new ArrayList<>();
    for (Conjunct conjunct : others) {
      boolean inside = (conjunct.mask() & ~(left | right)) == 0;
      if (inside && (conjunct.mask() & ~left) != 0 && (conjunct.mask() & ~right) != 0) {
        joined.add(conjunct.condition());
      } else if (inside && dependent != null && conjunct.mask() == right) {
        joined.add(conjunct.condition());
      }
    }
    if (dependent == null) {
      for (Set<Integer> members : classes.all()) {
        addClass(members, left, right, equalities);
      }
      joined.forEach(condition -> add(condition, left, right, equalities, residual));
      return new Between(JoinKind.INNER, equalities, residual, null, List.of());
    }
    List<AccessCondition> on = new ArrayList<>();
    int index = Integer.numberOfTrailingZeros(right);
    for (Conjunct conjunct : dependent.on()) {
      if (!isRightOnly(index, conjunct)) {
        on.add(conjunct.condition());
      }
    }
    Equality nullAware = on.size() == 1 ? nullAware(on.get(0), left, right) : null;
    if (nullAware != null && dependent.kind() == JoinKind.ANTI) {
      return new Between(JoinKind.ANTI_NULL_AWARE, List.of(), List.of(), nullAware, joined);
    }
    on.forEach(condition -> add(condition, left, right, equalities, residual));
    return new Between(dependent.kind(), equalities, residual, null, joined);
  }

  private void addClass(Set<Integer> members, int left, int right, List<Equality> equalities) {
    PhysicalExpr ofLeft = null;
    PhysicalExpr ofRight = null;
    for (int member : members) {
      int bit = graph.bit(member);
      if ((bit & left) != 0 && ofLeft == null) {
        ofLeft = graph.reference(member);
      } else if ((bit & right) != 0 && ofRight == null) {
        ofRight = graph.reference(member);
      }
    }
    if (ofLeft != null && ofRight != null) {
      equalities.add(new Equality(ofLeft, ofRight));
    }
  }

  private void add(
      AccessCondition condition,
      int left,
      int right,
      List<Equality> equalities,
      List<AccessCondition> residual) {
    Equality equality =
        Comparisons.is(condition.expression(), "eq") && condition.seekable()
            ? oriented(condition.expression(), left, right)
            : null;
    if (equality == null) {
      residual.add(condition);
      return;
    }
    equalities.add(equality);
    if (isUnsafe(equality.left())) {
      residual.add(condition);
    }
  }

  private @Nullable Equality nullAware(AccessCondition condition, int left, int right) {
    return PhysicalExprs.isCall(condition.expression(), RelConverter.EQUAL_OR_NULL)
        ? oriented(condition.expression(), left, right)
        : null;
  }

  /** The operands as left and right side, when each belongs to one set only. */
  private @Nullable Equality oriented(PhysicalExpr call, int left, int right) {
    List<PhysicalExpr> sides = PhysicalExprs.operands(call);
    int first = mask(sides.get(0));
    int second = mask(sides.get(1));
    if (first == 0 || second == 0) {
      return null;
    }
    if ((first & ~left) == 0 && (second & ~right) == 0) {
      return new Equality(sides.get(0), sides.get(1));
    }
    if ((first & ~right) == 0 && (second & ~left) == 0) {
      return new Equality(sides.get(1), sides.get(0));
    }
    return null;
  }

  private int mask(PhysicalExpr expr) {
    int mask = 0;
    for (int column : PhysicalExprs.inputs(expr)) {
      mask |= graph.bit(column);
    }
    return mask;
  }
}
