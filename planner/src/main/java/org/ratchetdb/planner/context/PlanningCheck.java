package org.ratchetdb.planner.context;

/** Asked at every step of a search for plans, so that a cancel or a deadline ends it. */
@FunctionalInterface
public interface PlanningCheck {
  /** For statements that nobody can stop. */
  PlanningCheck NONE = () -> {};

  /**
   * Returns at once while planning may go on.
   *
   * @throws org.ratchetdb.common.error.DbException when it has to end
   */
  void check();
}
