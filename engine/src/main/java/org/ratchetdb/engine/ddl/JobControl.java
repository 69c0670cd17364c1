package org.ratchetdb.engine.ddl;

/** How whoever waits for a schema change can stop it. */
public interface JobControl {
  /** Never stops. */
  JobControl NONE =
      new JobControl() {
        @Override
        public void check() {}

        @Override
        public void onCancel(Runnable wakeUp) {}
      };

  /** Fails with {@code CANCELLED} or {@code DEADLINE_EXCEEDED} when the change is to stop. */
  void check();

  /** What to call, from any thread, when the change is to stop; replaces an earlier one. */
  void onCancel(Runnable wakeUp);
}
