package org.ratchetdb.engine.database;

import org.ratchetdb.common.concurrent.JdkThreads;

/** Runs work whenever a thread comes to a step, on that thread. */
final class StepHook extends JdkThreads {
  private volatile String point = "";
  private volatile Runnable work = () -> {};

  void at(String step, Runnable action) {
    work = action;
    point = step;
  }

  @Override
  public void step(String name) {
    if (name.equals(point)) {
      work.run();
    }
  }
}
