package org.ratchetdb.tests.history;

import java.util.Arrays;

/**
 * Directed edges between numbered nodes, in arrays, so that a million of them cost little. Built
 * first ({@link #add}), then read ({@link #freeze}). Owned by one thread.
 */
final class DependencyGraph {
  /** Why the first transaction comes before the second. */
  enum Kind {
    /** It reads where it begins and commits later. */
    SELF(0, "commits after it reads"),
    WW(1, "wrote first what is overwritten by"),
    WR(2, "wrote what is read by"),
    RW(3, "read what is overwritten by"),
    SESSION(4, "came earlier on the connection of"),
    REAL_TIME(5, "was acknowledged before the first call of");

    private final int number;
    private final String phrase;

    Kind(int number, String phrase) {
      this.number = number;
      this.phrase = phrase;
    }

    String phrase() {
      return phrase;
    }

    int mask() {
      return 1 << number;
    }
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int CAPACITY_MIN = 1 << 10;

  private final int nodes;
  private int[] from = new int[CAPACITY_MIN];
  private int[] to = new int[CAPACITY_MIN];
  private byte[] kind = new byte[CAPACITY_MIN];

  /** Numbers the caller gives to what the edge is about; -1 for none. */
  private int[] about = new int[CAPACITY_MIN];

  private int size;

  /** Edges of node n are order[start[n]] up to order[start[n + 1]]. */
  private int[] start = new int[0];

  private int[] order = new int[0];

  DependencyGraph(int nodes) {
    this.nodes = nodes;
  }

  int nodes() {
    return nodes;
  }

  int edges() {
    return size;
  }

  void add(int source, int target, Kind why, int what) {
    if (size == from.length) {
      int capacity = size * 2;
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      kind = Arrays.copyOf(kind, capacity);
      about = Arrays.copyOf(about, capacity);
    }
    from[size] = source;
    to[size] = target;
    kind[size] = (byte) why.number;
    about[size++] = what;
  }

  /** Sorts the edges by source. */
  void freeze() {
    start = new int[nodes + 1];
    for (int i = 0; i < size; i++) {
      start[from[i] + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      start[i + 1] += start[i];
    }
    int[] next = Arrays.copyOf(start, nodes);
    order = new int[size];
    for (int i = 0; i < size; i++) {
      order[next[from[i]]++] = i;
    }
  }

  int firstSlot(int node) {
    return start[node];
  }

  int endSlot(int node) {
    return start[node + 1];
  }

  int edgeAt(int slot) {
    return order[slot];
  }

  int source(int edge) {
    return from[edge];
  }

  int target(int edge) {
    return to[edge];
  }

  Kind kind(int edge) {
    return KINDS[kind[edge]];
  }

  int about(int edge) {
    return about[edge];
  }

  boolean isOf(int edge, int kinds) {
    return (kinds & 1 << kind[edge]) != 0;
  }
}
