package org.ratchetdb.tests.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.tests.history.DependencyGraph.Kind;

/**
 * Finds cycles: strongly connected components first, then a short cycle in each, of the gravest
 * class there is. Owned by one thread.
 */
final class Cycles {
  private static final int SELF = Kind.SELF.mask();
  private static final int WW = SELF | Kind.WW.mask();
  private static final int WR = WW | Kind.WR.mask();
  private static final int RW = WR | Kind.RW.mask();
  private static final int TIME = Kind.SESSION.mask() | Kind.REAL_TIME.mask();

  /** Starts tried in search of a short cycle, so that a hopeless history is reported in time. */
  private static final int STARTS_MAX = 300;

  /** A reader wants one, and a broken history has thousands. */
  private static final int REPORTED_MAX = 20;

  /** Edges to search with, from the gravest class of cycles to the mildest. */
  private static final List<Search> SEARCHES =
      List.of(
          new Search(WW, false),
          new Search(WR, false),
          new Search(WR, true),
          new Search(RW, false),
          new Search(WW | TIME, false),
          new Search(WR | TIME, false),
          new Search(WR | TIME, true),
          new Search(RW | TIME, false));

  private final DependencyGraph graph;

  /** Component of each node in the last call of {@link #components}. */
  private final int[] component;

  private final int[] reachedBy;
  private final int[] mark;
  private int marks;

  /**
   * One way to search.
   *
   * @param kinds edges that may be used
   * @param oneReadFirst whether the cycle must have one RW edge more
   */
  private record Search(int kinds, boolean oneReadFirst) {}

  Cycles(DependencyGraph graph) {
    this.graph = graph;
    this.component = new int[graph.nodes()];
    this.reachedBy = new int[graph.nodes()];
    this.mark = new int[graph.nodes()];
  }

  /** One cycle, as edges in order, for each component that has one, smallest components first. */
  List<List<Integer>> find() {
    List<int[]> knots = components(RW | TIME, null);
    knots.sort(Comparator.comparingInt(nodes -> nodes.length));
    List<List<Integer>> found = new ArrayList<>();
    for (int[] nodes : knots.subList(0, Math.min(knots.size(), REPORTED_MAX))) {
      found.add(worst(nodes));
    }
    return found;
  }

  private List<Integer> worst(int[] nodes) {
    for (Search search : SEARCHES) {
      List<Integer> cycle =
          search.oneReadFirst ? throughOneRead(nodes, search.kinds) : shortest(nodes, search.kinds);
      if (cycle != null) {
        return cycle;
      }
    }
    throw new IllegalStateException("A strongly connected component has no cycle");
  }

  private @Nullable List<Integer> shortest(int[] nodes, int kinds) {
    List<Integer> best = null;
    for (int[] inner : components(kinds, nodes)) {
      for (int i = 0; i < Math.min(inner.length, STARTS_MAX); i++) {
        best = shorter(best, path(inner[i], inner[i], kinds));
      }
    }
    return best;
  }

  private @Nullable List<Integer> throughOneRead(int[] nodes, int kinds) {
    List<Integer> best = null;
    int tried = 0;
    components(RW | TIME, nodes);
    for (int node : nodes) {
      for (int slot = graph.firstSlot(node); slot < graph.endSlot(node); slot++) {
        int edge = graph.edgeAt(slot);
        int target = graph.target(edge);
        if (graph.kind(edge) != Kind.RW
            || component[target] != component[node]
            || tried++ > STARTS_MAX) {
          continue;
        }
        List<Integer> back = path(target, node, kinds);
        if (back != null) {
          back.add(0, edge);
          best = shorter(best, back);
        }
      }
    }
    return best;
  }

  private static @Nullable List<Integer> shorter(
      @Nullable List<Integer> a, @Nullable List<Integer> b) {
    return a == null || (b != null && b.size() < a.size()) ? b : a;
  }

  /** A shortest path of at least one edge, or null; breadth first. */
  private @Nullable List<Integer> path(int source, int target, int kinds) {
    marks++;
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    queue.add(source);
    while (!queue.isEmpty()) {
      int node = queue.remove();
      for (int slot = graph.firstSlot(node); slot < graph.endSlot(node); slot++) {
        int edge = graph.edgeAt(slot);
        int next = graph.target(edge);
        if (!graph.isOf(edge, kinds) || component[next] != component[source]) {
          continue;
        }
        if (next == target) {
          return backFrom(edge, source);
        }
        if (mark[next] != marks) {
          mark[next] = marks;
          reachedBy[next] = edge;
          queue.add(next);
        }
      }
    }
    return null;
  }

  private List<Integer> backFrom(int last, int source) {
    List<Integer> edges = new ArrayList<>();
    edges.add(last);
    for (int node = graph.source(last); node != source; ) {
      int edge = reachedBy[node];
      edges.add(0, edge);
      node = graph.source(edge);
    }
    return edges;
  }

  /**
   * Components of more than one node, by Tarjan without recursion.
   *
   * @param within the nodes to look at, all of one component of the last call; null for all
   */
  private List<int[]> components(int kinds, int @Nullable [] within) {
    int nodes = graph.nodes();
    int[] among = within == null ? all(nodes) : within;
    boolean[] inside = new boolean[nodes];
    for (int node : among) {
      inside[node] = true;
    }
    int[] index = new int[nodes];
    int[] low = new int[nodes];
    int[] slot = new int[nodes];
    boolean[] onStack = new boolean[nodes];
    IntStack stack = new IntStack();
    IntStack calls = new IntStack();
    List<int[]> found = new ArrayList<>();
    int counter = 0;
    for (int root : among) {
      if (index[root] != 0) {
        continue;
      }
      calls.push(root);
      while (!calls.isEmpty()) {
        int node = calls.peek();
        if (index[node] == 0) {
          index[node] = ++counter;
          low[node] = counter;
          slot[node] = graph.firstSlot(node);
          stack.push(node);
          onStack[node] = true;
        }
        boolean descended = false;
        while (slot[node] < graph.endSlot(node)) {
          int edge = graph.edgeAt(slot[node]);
          int next = graph.target(edge);
          if (!graph.isOf(edge, kinds) || !inside[next]) {
            slot[node]++;
          } else if (index[next] == 0) {
            calls.push(next);
            descended = true;
            break;
          } else {
            if (onStack[next]) {
              low[node] = Math.min(low[node], low[next]);
            }
            slot[node]++;
          }
        }
        if (descended) {
          continue;
        }
        calls.pop();
        if (low[node] == index[node]) {
          int[] members = stack.popThrough(node);
          for (int member : members) {
            onStack[member] = false;
            component[member] = node;
          }
          if (members.length > 1) {
            found.add(members);
          }
        }
      }
    }
    return found;
  }

  private static int[] all(int nodes) {
    int[] all = new int[nodes];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /** A stack of numbers. */
  private static final class IntStack {
    private int[] items = new int[64];
    private int size;

    boolean isEmpty() {
      return size == 0;
    }

    int peek() {
      return items[size - 1];
    }

    void push(int item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, size * 2);
      }
      items[size++] = item;
    }

    int pop() {
      return items[--size];
    }

    /** Takes everything down to the item, and it. */
    int[] popThrough(int item) {
      int at = size - 1;
      while (items[at] != item) {
        at--;
      }
      int[] taken = Arrays.copyOfRange(items, at, size);
      size = at;
      return taken;
    }
  }
}
