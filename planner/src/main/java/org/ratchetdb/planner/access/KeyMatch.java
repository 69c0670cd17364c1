package org.ratchetdb.planner.access;

import java.util.List;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Conditions divided into key ranges and the rest.
 *
 * @param keys the ranges
 * @param used conditions that the ranges stand for, fully or in part
 * @param residual conditions that still have to be checked
 * @param ranges how many ranges the IN lists make at most
 * @param wholeKey every key column is bound to single values
 */
record KeyMatch(
    KeyCondition keys,
    List<PhysicalExpr> used,
    List<PhysicalExpr> residual,
    double ranges,
    boolean wholeKey) {}
