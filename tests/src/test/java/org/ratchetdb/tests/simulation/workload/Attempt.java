package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;

/** One attempt of a transaction, or one view, as its client saw it. */
final class Attempt {
  /** What it was. */
  enum Kind {
    SERIALIZABLE,
    REPEATABLE_READ,
    STRONG_VIEW,
    STALE_VIEW
  }

  /** How it ended, as far as its client knows. */
  enum Outcome {
    /** It did not end, or it said that it had no effect. */
    WITHOUT_EFFECT,
    /** The commit was under way, or failed in a way that says nothing. */
    UNKNOWN,
    ACKNOWLEDGED
  }

  final String name;
  final Kind kind;

  /** Place in the order of what clients did and learned. */
  final long begun;

  final List<Observation> observations = new ArrayList<>();

  /** Buffered when it committed; a null value deletes. */
  NavigableMap<Key, @Nullable String> writes = new TreeMap<>();

  boolean durable = true;
  Outcome outcome = Outcome.WITHOUT_EFFECT;

  /** Commit or read timestamp, once it is known. */
  long micros;

  /** Another timestamp at which the state is said to be the same, or 0. */
  long momentMicros;

  /** When it was acknowledged, in the order of {@link #begun}. */
  long acknowledged = Long.MAX_VALUE;

  Attempt(String name, Kind kind, long begun) {
    this.name = name;
    this.kind = kind;
    this.begun = begun;
  }

  boolean isView() {
    return kind == Kind.STRONG_VIEW || kind == Kind.STALE_VIEW;
  }

  boolean isAcknowledged() {
    return outcome == Outcome.ACKNOWLEDGED;
  }

  @Override
  public String toString() {
    return name
        + " "
        + kind
        + " "
        + outcome
        + " at "
        + micros
        + " read "
        + observations
        + " wrote "
        + writes;
  }
}
