package org.ratchetdb.executor.profile;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one operator did in one execution. Written by the thread that executes, but for the bytes
 * read, which helpers of a scan count too.
 */
public final class OperatorProfile {
  private final AtomicLong bytesRead = new AtomicLong();
  private long rows;
  private long executions;
  private long nanos;
  private long memoryBytes;
  private long memoryBytesMax;
  private long spilledBytes;

  OperatorProfile() {}

  /** Rows yielded, of all executions together. */
  public long rows() {
    return rows;
  }

  /** How often it was started: once, or once for each outer row. */
  public long executions() {
    return executions;
  }

  /** Time in the operator and its inputs, of all executions together. */
  public long nanos() {
    return nanos;
  }

  /** Keys and payloads that came from the storage. */
  public long bytesRead() {
    return bytesRead.get();
  }

  /** The most that it held of the query's memory budget at one time. */
  public long memoryBytesMax() {
    return memoryBytesMax;
  }

  /** What it wrote to temporary files. */
  public long spilledBytes() {
    return spilledBytes;
  }

  public void started() {
    executions++;
  }

  public void yielded(long rowCount) {
    rows += rowCount;
  }

  void spent(long elapsedNanos) {
    nanos += elapsedNanos;
  }

  /** Notes a change of what it holds, negative when it releases. */
  public void held(long bytes) {
    memoryBytes += bytes;
    memoryBytesMax = Math.max(memoryBytesMax, memoryBytes);
  }

  public void spilled(long bytes) {
    spilledBytes += bytes;
  }

  void read(long bytes) {
    bytesRead.addAndGet(bytes);
  }
}
