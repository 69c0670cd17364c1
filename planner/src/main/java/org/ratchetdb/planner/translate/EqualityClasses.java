package org.ratchetdb.planner.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Columns that equal each other in every row of the joined cluster. */
final class EqualityClasses {
  private final List<Set<Integer>> classes = new ArrayList<>();

  void add(int left, int right) {
    Set<Integer> ofLeft = classOf(left);
    Set<Integer> ofRight = classOf(right);
    if (ofLeft == null && ofRight == null) {
      classes.add(new TreeSet<>(List.of(left, right)));
    } else if (ofLeft == null) {
      Objects.requireNonNull(ofRight).add(left);
    } else if (ofRight == null) {
      ofLeft.add(right);
    } else if (!ofLeft.equals(ofRight)) {
      classes.remove(ofRight);
      ofLeft.addAll(ofRight);
    }
  }

  @Nullable Set<Integer> classOf(int column) {
    for (Set<Integer> candidate : classes) {
      if (candidate.contains(column)) {
        return candidate;
      }
    }
    return null;
  }

  List<Set<Integer>> all() {
    return classes;
  }

  boolean areEqual(int left, int right) {
    Set<Integer> members = classOf(left);
    return left == right || (members != null && members.contains(right));
  }
}
