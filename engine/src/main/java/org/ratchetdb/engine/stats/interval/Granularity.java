package org.ratchetdb.engine.stats.interval;

import java.time.Duration;

/** The lengths of intervals and how long they are kept. */
public enum Granularity {
  MINUTE("MINUTE", Duration.ofMinutes(1), Duration.ofHours(6)),
  TEN_MINUTES("10MINUTE", Duration.ofMinutes(10), Duration.ofDays(4)),
  HOUR("HOUR", Duration.ofHours(1), Duration.ofDays(30));

  private final String suffix;
  private final long micros;
  private final long keptMicros;

  Granularity(String suffix, Duration length, Duration kept) {
    this.suffix = suffix;
    this.micros = length.toMillis() * 1_000;
    this.keptMicros = kept.toMillis() * 1_000;
  }

  /** How names of tables end. */
  public String suffix() {
    return suffix;
  }

  long keptMicros() {
    return keptMicros;
  }

  /** End of the interval that holds the time; intervals end on the clock, in UTC. */
  long endOf(long timeMicros) {
    return (Math.floorDiv(timeMicros, micros) + 1) * micros;
  }
}
