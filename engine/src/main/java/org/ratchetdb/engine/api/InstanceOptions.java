package org.ratchetdb.engine.api;

import java.time.Duration;

/**
 * How an instance runs.
 *
 * @param cacheBytes block cache shared by all databases
 * @param writeBufferBytes memtables of all databases together
 * @param splitSizeBytesMax a split above this divides
 * @param queryMemoryBytesMax memory one query may take before it spills
 * @param idleTransactionTimeout a transaction without a call for so long is rolled back
 * @param historyRetention how far back reads at a timestamp reach
 * @param syncCommits whether a commit waits for the disk; false loses the last commits at a power
 *     cut
 * @param defaultTimeZone zone of databases that set none
 */
public record InstanceOptions(
    long cacheBytes,
    long writeBufferBytes,
    long splitSizeBytesMax,
    long queryMemoryBytesMax,
    Duration idleTransactionTimeout,
    Duration historyRetention,
    boolean syncCommits,
    String defaultTimeZone) {
  public static final InstanceOptions DEFAULT =
      new InstanceOptions(
          256L << 20,
          128L << 20,
          8L << 30,
          256L << 20,
          Duration.ofSeconds(10),
          Duration.ofHours(1),
          true,
          "America/Los_Angeles");

  public InstanceOptions {
    if (cacheBytes < 0
        || writeBufferBytes <= 0
        || splitSizeBytesMax <= 0
        || queryMemoryBytesMax <= 0) {
      throw new IllegalArgumentException("sizes must be positive");
    }
  }

  public InstanceOptions withSplitSizeBytesMax(long bytes) {
    return new InstanceOptions(
        cacheBytes,
        writeBufferBytes,
        bytes,
        queryMemoryBytesMax,
        idleTransactionTimeout,
        historyRetention,
        syncCommits,
        defaultTimeZone);
  }

  public InstanceOptions withQueryMemoryBytesMax(long bytes) {
    return new InstanceOptions(
        cacheBytes,
        writeBufferBytes,
        splitSizeBytesMax,
        bytes,
        idleTransactionTimeout,
        historyRetention,
        syncCommits,
        defaultTimeZone);
  }

  public InstanceOptions withIdleTransactionTimeout(Duration timeout) {
    return new InstanceOptions(
        cacheBytes,
        writeBufferBytes,
        splitSizeBytesMax,
        queryMemoryBytesMax,
        timeout,
        historyRetention,
        syncCommits,
        defaultTimeZone);
  }
}
