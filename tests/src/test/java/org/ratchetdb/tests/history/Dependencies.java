package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ratchetdb.tests.history.DependencyGraph.Kind;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * Draws dependencies between transactions as edges between the points where they read and commit.
 */
final class Dependencies {
  private final List<TransactionRecord> history;
  private final DependencyGraph graph;
  private final IntUnaryOperator readNode;
  private final boolean[] took;
  private final List<String> reasons = new ArrayList<>();

  Dependencies(
      List<TransactionRecord> history,
      DependencyGraph graph,
      IntUnaryOperator readNode,
      boolean[] took) {
    this.history = history;
    this.graph = graph;
    this.readNode = readNode;
    this.took = took;
  }

  static int commitNode(int transaction) {
    return 2 * transaction + 1;
  }

  static int transactionOf(int node) {
    return node / 2;
  }

  /** What an edge is about, as given when it was drawn. */
  String reason(int edge) {
    int about = graph.about(edge);
    return about < 0 ? "" : reasons.get(about);
  }

  /** Registers a text that edges can refer to; keys are few. */
  int reason(String text) {
    reasons.add(text);
    return reasons.size() - 1;
  }

  /**
   * The second transaction overwrote what the first wrote. It saw the first's write when it read,
   * also under REPEATABLE READ: else the first committer would have won.
   */
  void overwrote(int first, int second, int reason) {
    draw(first, second, commitNode(first), readNode.applyAsInt(second), Kind.WW, reason);
  }

  void wasReadBy(int writer, int reader, int reason) {
    draw(writer, reader, commitNode(writer), readNode.applyAsInt(reader), Kind.WR, reason);
  }

  /** The reader saw the version that the writer's follows. */
  void missed(int reader, int writer, int reason) {
    draw(reader, writer, readNode.applyAsInt(reader), commitNode(writer), Kind.RW, reason);
  }

  private void draw(int first, int second, int source, int target, Kind kind, int reason) {
    if (first != second && took[first] && took[second]) {
      graph.add(source, target, kind, reason);
    }
  }

  /** Whoever was acknowledged comes before all that begins afterwards, but for stale reads. */
  void addRealTime() {
    List<Integer> all = IntStream.range(0, history.size()).filter(i -> took[i]).boxed().toList();
    forEachInRealTime(
        all,
        history,
        (first, second) -> {
          if (history.get(second).level() != Level.STALE_READ) {
            Kind kind =
                history.get(first).process() == history.get(second).process()
                    ? Kind.SESSION
                    : Kind.REAL_TIME;
            graph.add(commitNode(first), readNode.applyAsInt(second), kind, -1);
          }
        });
  }

  /** Takes two transactions, the first of which ended before the second began. */
  interface PairVisitor {
    void visit(int first, int second);
  }

  /**
   * Visits enough pairs that every other follows from them: from those ended when a transaction
   * begins, only those that no other of them has followed.
   */
  static void forEachInRealTime(
      List<Integer> transactions, List<TransactionRecord> history, PairVisitor visitor) {
    List<Integer> byStart = new ArrayList<>(transactions);
    byStart.sort(Comparator.comparingLong(i -> history.get(i).invokedNanos()));
    // A stale read orders nobody after others, so it may not stand in for what it has followed.
    List<Integer> byEnd = new ArrayList<>();
    for (int i : byStart) {
      if (history.get(i).outcome() == Outcome.COMMITTED) {
        byEnd.add(i);
      }
    }
    byEnd.sort(Comparator.comparingLong(i -> history.get(i).completedNanos()));
    List<Integer> frontier = new ArrayList<>();
    int ended = 0;
    for (int next : byStart) {
      long begin = history.get(next).invokedNanos();
      while (ended < byEnd.size() && history.get(byEnd.get(ended)).completedNanos() < begin) {
        int done = byEnd.get(ended++);
        if (history.get(done).level() != Level.STALE_READ) {
          long doneBegin = history.get(done).invokedNanos();
          frontier.removeIf(i -> history.get(i).completedNanos() < doneBegin);
        }
        frontier.add(done);
      }
      for (int first : frontier) {
        visitor.visit(first, next);
      }
    }
  }
}
