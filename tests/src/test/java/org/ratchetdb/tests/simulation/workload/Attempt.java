package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
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
  final List<Listing> listings = new ArrayList<>();

  /** Whether it reads one snapshot, and finds out at its commit whether that still holds. */
  boolean optimistic;

  /** Buffered when it committed; keys that are to hold the timestamp by their template. */
  NavigableMap<Key, Written> writes = new TreeMap<>();

  /** Its commit timestamp must be greater. */
  long floorMicros;

  /** Whether it is in the log, whatever its client was told. */
  boolean logged;

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

  boolean hasReads() {
    return !observations.isEmpty() || !listings.isEmpty();
  }

  @Override
  public String toString() {
    return name
        + " "
        + kind
        + (optimistic ? " optimistic " : " ")
        + outcome
        + " at "
        + micros
        + " read "
        + observations
        + (listings.isEmpty() ? "" : " and " + listings)
        + " wrote "
        + writes;
  }
}
