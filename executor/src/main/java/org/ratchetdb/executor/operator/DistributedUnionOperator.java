package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.executor.expression.EvaluationState;
import org.ratchetdb.executor.vector.Batch;

/** Runs its input once per split that the scan below touches, in key order. */
final class DistributedUnionOperator implements Operator {
  private final Operator input;
  private final ScanOperator.Spec scan;
  private final EvaluationState state;
  private List<KeyRange> branches = List.of();
  private int nextBranch;
  private boolean branchOpen;

  DistributedUnionOperator(Operator input, ScanOperator.Spec scan, EvaluationState state) {
    this.input = input;
    this.scan = scan;
    this.state = state;
  }

  @Override
  public void open() {
    branches = new ArrayList<>();
    nextBranch = 0;
    branchOpen = false;
    for (KeyRange range : ScanOperator.rangesToRead(scan, state)) {
      List<KeyRange> divided = new ArrayList<>(state.context().splits().divide(range));
      if (scan.reverse()) {
        Collections.reverse(divided);
      }
      branches.addAll(divided);
    }
    if (branches.isEmpty()) {
      // An aggregate without keys below yields its row even so.
      state.setSplit(scan.union(), null);
      input.open();
      branchOpen = true;
    }
  }

  @Override
  public @Nullable Batch next() {
    while (true) {
      if (branchOpen) {
        Batch rows = input.next();
        if (rows != null) {
          return rows;
        }
        input.close();
        branchOpen = false;
      }
      if (nextBranch == branches.size()) {
        return null;
      }
      state.setSplit(scan.union(), branches.get(nextBranch++));
      input.open();
      branchOpen = true;
    }
  }

  @Override
  public void close() {
    input.close();
    branchOpen = false;
    nextBranch = branches.size();
    state.setSplit(scan.union(), null);
  }
}
