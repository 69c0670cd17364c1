package org.ratchetdb.executor.operator;

import org.ratchetdb.executor.context.MemoryBudget;

/** What one operator has reserved of the query's budget. */
final class HeldMemory {
  private final MemoryBudget budget;
  private long held;

  HeldMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Adjusts the reservation to the bytes; false when they do not fit. */
  boolean tryHold(long bytes) {
    if (bytes > held && !budget.tryReserve(bytes - held)) {
      return false;
    }
    if (bytes < held) {
      budget.release(held - bytes);
    }
    held = bytes;
    return true;
  }

  /** Adjusts the reservation; fails when the bytes do not fit. */
  void hold(long bytes) {
    if (bytes > held) {
      budget.reserve(bytes - held);
      held = bytes;
    } else {
      tryHold(bytes);
    }
  }

  /** Adjusts the reservation over the limit if need be. */
  void force(long bytes) {
    budget.force(bytes - held);
    held = bytes;
  }

  void release() {
    budget.release(held);
    held = 0;
  }
}
