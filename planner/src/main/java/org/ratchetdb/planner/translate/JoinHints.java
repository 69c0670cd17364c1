package org.ratchetdb.planner.translate;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What hints say about joins.
 *
 * @param method HASH_JOIN, APPLY_JOIN or MERGE_JOIN, or null for free choice
 * @param forceOrder joins in the order of the text
 */
record JoinHints(@Nullable String method, boolean forceOrder) {
  static JoinHints of(Map<String, String> statement, Map<String, String> join) {
    String method = join.getOrDefault("JOIN_METHOD", statement.get("JOIN_METHOD"));
    String order = join.getOrDefault("FORCE_JOIN_ORDER", statement.get("FORCE_JOIN_ORDER"));
    return new JoinHints(
        method == null ? null : method.toUpperCase(Locale.ROOT), "true".equalsIgnoreCase(order));
  }

  /** Whether a join's own hint asks for its right side to be looked up for each left row. */
  boolean appliesInOrder(Map<String, String> join) {
    return "APPLY_JOIN".equals(method) && join.containsKey("JOIN_METHOD");
  }

  boolean allows(String candidate) {
    return method == null
        || method.equals(candidate)
        || (candidate.equals("HASH_JOIN") && method.equals("PUSH_BROADCAST_HASH_JOIN"));
  }
}
