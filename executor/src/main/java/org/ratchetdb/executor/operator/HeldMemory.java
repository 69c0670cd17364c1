package org.ratchetdb.executor.operator;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.context.MemoryBudget;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.executor.profile.OperatorProfile;

/** What one operator has reserved of the query's budget. */
final class HeldMemory {
  private final MemoryBudget budget;
  private final @Nullable OperatorProfile profile;
  private long held;

  /** For the operator at work in the execution. */
  HeldMemory(ExecutionContext context) {
    this.budget = context.memory();
    ExecutionProfile execution = context.profile();
    this.profile = execution == null ? null : execution.current();
  }

  /** Adjusts the reservation to the bytes; false when they do not fit. */
  boolean tryHold(long bytes) {
    if (bytes > held && !budget.tryReserve(bytes - held)) {
      return false;
    }
    if (bytes < held) {
      budget.release(held - bytes);
    }
    nowHeld(bytes);
    return true;
  }

  private void nowHeld(long bytes) {
    if (profile != null) {
      profile.held(bytes - held);
    }
    held = bytes;
  }

  /** Adjusts the reservation; fails when the bytes do not fit. */
  void hold(long bytes) {
    if (bytes > held) {
      budget.reserve(bytes - held);
      nowHeld(bytes);
    } else {
      tryHold(bytes);
    }
  }

  /** Adjusts the reservation over the limit if need be. */
  void force(long bytes) {
    budget.force(bytes - held);
    nowHeld(bytes);
  }

  void release() {
    budget.release(held);
    nowHeld(0);
  }
}
