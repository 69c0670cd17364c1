package org.ratchetdb.planner.context;

/**
 * Settings of the planner.
 *
 * @param distributedUnions divide scans of open key ranges by split
 * @param joinSearchRelationsMax relations of one inner-join cluster whose orders are searched
 *     exhaustively; larger clusters are ordered greedily
 */
public record PlannerOptions(boolean distributedUnions, int joinSearchRelationsMax) {
  /** Ten relations are 1,023 subsets; the search stays below the cost of loading the classes. */
  public static final PlannerOptions DEFAULT = new PlannerOptions(true, 10);

  public PlannerOptions {
    if (joinSearchRelationsMax < 2 || joinSearchRelationsMax > 14) {
      throw new IllegalArgumentException("joinSearchRelationsMax out of 2..14");
    }
  }
}
