package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * Looks for anomalies in what clients have recorded. Sound: what it reports did happen. The time it
 * takes grows with the number of operations, the length of the lists that were read, and the number
 * of clients.
 */
public final class HistoryChecker {
  /** What is held against a history. */
  public enum Demand {
    /** Each transaction what its level promises. */
    AS_PROMISED,
    /** One order for all transactions, as if every one were serializable. */
    ALL_SERIALIZABLE
  }

  private final List<Anomaly> anomalies = new ArrayList<>();
  private final List<TransactionRecord> history;
  private final Demand demand;

  private HistoryChecker(List<TransactionRecord> history, Demand demand) {
    this.history = history;
    this.demand = demand;
  }

  /** All that is wrong with a history, in the order it was found; at most one cycle per knot. */
  public static List<Anomaly> check(List<TransactionRecord> history, Demand demand) {
    return new HistoryChecker(List.copyOf(history), demand).run();
  }

  private List<Anomaly> run() {
    WriteIndex writes = WriteIndex.of(history);
    boolean[] took = tookEffect(writes);
    OperationCheck.run(history, writes, anomalies);
    DependencyGraph graph = new DependencyGraph(2 * history.size());
    Dependencies dependencies = new Dependencies(history, graph, this::readNode, took);
    ListOrders lists = new ListOrders(history, writes, took, dependencies, anomalies);
    lists.run();
    RegisterOrders registers = new RegisterOrders(history, writes, took, dependencies, anomalies);
    registers.run();
    TimestampCheck.run(history, took, lists, registers, anomalies);
    for (int i = 0; i < history.size(); i++) {
      if (took[i] && readNode(i) != Dependencies.commitNode(i)) {
        graph.add(readNode(i), Dependencies.commitNode(i), DependencyGraph.Kind.SELF, -1);
      }
    }
    dependencies.addRealTime();
    graph.freeze();
    for (List<Integer> cycle : new Cycles(graph).find()) {
      anomalies.add(CycleText.describe(cycle, graph, dependencies, history));
    }
    return anomalies;
  }

  /** Where a transaction reads; it commits at {@link Dependencies#commitNode}. */
  private int readNode(int transaction) {
    boolean apart =
        demand == Demand.AS_PROMISED && history.get(transaction).level() == Level.REPEATABLE_READ;
    return apart ? 2 * transaction : Dependencies.commitNode(transaction);
  }

  /** Those that committed, and those of unknown outcome of which something was seen. */
  private boolean[] tookEffect(WriteIndex writes) {
    boolean[] took = new boolean[history.size()];
    for (int i = 0; i < took.length; i++) {
      took[i] = history.get(i).outcome() == Outcome.COMMITTED;
    }
    for (TransactionRecord reader : history) {
      if (reader.outcome() == Outcome.COMMITTED) {
        writes.forEachSeen(
            reader,
            writer -> {
              if (history.get(writer).outcome() == Outcome.UNKNOWN) {
                took[writer] = true;
              }
            });
      }
    }
    return took;
  }
}
