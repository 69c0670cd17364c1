package org.ratchetdb.executor.context;

/** Lets another thread stop an execution at its next batch border. Thread-safe. */
public final class CancellationToken {
  private volatile boolean cancelled;

  public void cancel() {
    cancelled = true;
  }

  public boolean isCancelled() {
    return cancelled;
  }
}
