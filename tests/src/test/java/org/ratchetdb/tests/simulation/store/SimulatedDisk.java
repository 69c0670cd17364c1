package org.ratchetdb.tests.simulation.store;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** The log of a store. Outlives the processes that write it. */
public class SimulatedDisk {
  private final SplittableRandom random;
  private final List<LogRecord> log = new ArrayList<>();
  private int synced;
  private boolean full;

  /** A sync has failed: what it was to save may be gone at any later look. */
  private boolean doubtful;

  public SimulatedDisk(SplittableRandom random) {
    this.random = random;
  }

  /** Everything that was written and is not lost, in order. */
  public List<LogRecord> log() {
    return List.copyOf(log);
  }

  /** Whether a write finds no room. */
  public void setFull(boolean newFull) {
    full = newFull;
  }

  /** Whether a loss of power may lose something. */
  public boolean isUnsynced() {
    return synced < log.size();
  }

  void append(LogRecord record) {
    if (full) {
      throw new DbException(ErrorCode.IO_ERROR, "Writing a commit found the disk full");
    }
    log.add(record);
  }

  /** Number of records in the log. */
  int size() {
    return log.size();
  }

  void sync() {
    sync(log.size());
  }

  /** Saves the records that there were when it was called; later ones may be lost all the same. */
  void sync(int size) {
    if (!doubtful) { // else a sync that succeeds says nothing of what the failed one was to save
      synced = Math.max(synced, size);
    }
  }

  void failSync() {
    doubtful = true;
    throw new DbException(ErrorCode.IO_ERROR, "Syncing the log failed");
  }

  /** Loses what was not synced: all of it, none, or from some record on. */
  public void losePower() {
    int kept = synced + random.nextInt(log.size() - synced + 1);
    lose(log, kept);
    synced = log.size();
  }

  /** Loses the records from one on; others where a bug is planted. */
  protected void lose(List<LogRecord> records, int from) {
    records.subList(from, records.size()).clear();
  }

  /** What a process finds that starts; what it finds will stay. */
  void open() {
    full = false;
    if (doubtful) {
      losePower();
      doubtful = false;
    }
    // Recovery writes what it has read to files of its own.
    synced = log.size();
  }
}
