package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.tests.history.DependencyGraph.Kind;

/** Names a cycle and tells it. */
final class CycleText {
  private CycleText() {}

  static Anomaly describe(
      List<Integer> cycle,
      DependencyGraph graph,
      Dependencies dependencies,
      List<TransactionRecord> history) {
    List<Integer> involved = new ArrayList<>();
    for (int edge : cycle) {
      int transaction = Dependencies.transactionOf(graph.source(edge));
      if (!involved.contains(transaction)) {
        involved.add(transaction);
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < involved.size(); i++) {
      text.append("  T").append(i + 1).append(" = ").append(history.get(involved.get(i)));
      text.append('\n');
    }
    for (int edge : cycle) {
      int source = involved.indexOf(Dependencies.transactionOf(graph.source(edge)));
      int target = involved.indexOf(Dependencies.transactionOf(graph.target(edge)));
      text.append("  T").append(source + 1).append(' ').append(graph.kind(edge).phrase());
      if (source != target) {
        text.append(" T").append(target + 1);
      }
      String reason = dependencies.reason(edge);
      text.append(reason.isEmpty() ? "\n" : " (" + reason + ")\n");
    }
    return new Anomaly(classify(cycle, graph), text.toString().stripTrailing());
  }

  private static Anomaly.Kind classify(List<Integer> cycle, DependencyGraph graph) {
    int reads = count(cycle, graph, Kind.RW);
    int time = count(cycle, graph, Kind.REAL_TIME) + count(cycle, graph, Kind.SESSION);
    if (time > 0) {
      return Anomaly.Kind.REAL_TIME;
    }
    if (reads == 0) {
      return count(cycle, graph, Kind.WR) == 0 ? Anomaly.Kind.G0 : Anomaly.Kind.G1C;
    }
    if (reads > 1) {
      return Anomaly.Kind.G2;
    }
    boolean oneKey = cycle.stream().map(graph::about).filter(a -> a >= 0).distinct().count() == 1;
    return oneKey && count(cycle, graph, Kind.WW) > 0 && count(cycle, graph, Kind.WR) == 0
        ? Anomaly.Kind.LOST_UPDATE
        : Anomaly.Kind.G_SINGLE;
  }

  private static int count(List<Integer> cycle, DependencyGraph graph, Kind kind) {
    return (int) cycle.stream().filter(edge -> graph.kind(edge) == kind).count();
  }
}
