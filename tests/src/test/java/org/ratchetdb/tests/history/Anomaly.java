package org.ratchetdb.tests.history;

/**
 * Something that should not have happened.
 *
 * @param text the transactions involved and how they depend on each other
 */
public record Anomaly(Kind kind, String text) {
  /** Kinds of anomalies, with the names that the literature has for them. */
  public enum Kind {
    /** A transaction contradicts itself: it does not see its own writes, or reads change. */
    INTERNAL("internal inconsistency"),
    /** A value was seen that a failed transaction wrote. */
    G1A("aborted read (G1a)"),
    /** A value was seen that its transaction overwrote, or added to, before it committed. */
    G1B("intermediate read (G1b)"),
    /** A value was seen that nobody wrote. */
    INVENTED("value that nobody wrote"),
    /** A list holds a value twice. */
    DUPLICATE("duplicate append"),
    /** An acknowledged write is gone. */
    LOST_WRITE("lost write"),
    /** Two reads of a list cannot come from one order of appends. */
    INCOMPATIBLE_ORDER("incompatible order"),
    /** Two transactions overwrote the same version that both had read. */
    LOST_UPDATE("lost update"),
    /** Writes of transactions interleave. */
    G0("dirty write (G0)"),
    /** Transactions saw each other's writes. */
    G1C("circular information flow (G1c)"),
    /** A transaction saw one write of another and missed an earlier one. */
    G_SINGLE("read skew (G-single)"),
    /** Each overwrote what another had read. */
    G2("write skew (G2)"),
    /** A cycle that only the real time of calls closes. */
    REAL_TIME("real-time violation"),
    /** A read at a timestamp is not the state made by the commits up to it. */
    TIMESTAMP("timestamp violation");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  @Override
  public String toString() {
    return kind.title() + "\n" + text;
  }
}
