package org.ratchetdb.storage.mvcc;

/**
 * The writes of one transaction, made ready by its own thread so that the one thread that applies
 * the group has little left to do: old versions are read, bytes are laid out, only the timestamp is
 * missing.
 */
public abstract class PreparedWrites {
  private final long[] deltaBytes;
  private long timestampMicros;
  private long floorMicros;

  /**
   * Creates a set without a timestamp.
   *
   * @param deltaBytes growth of the stored bytes per data write, in the order of the write set
   */
  protected PreparedWrites(long[] deltaBytes) {
    this.deltaBytes = deltaBytes;
  }

  /** Growth of the stored bytes by the data write at the index. */
  public final long deltaBytes(int index) {
    return deltaBytes[index];
  }

  public final long timestampMicros() {
    return timestampMicros;
  }

  /** The commit must be given a timestamp greater than this one. */
  public final long floorMicros() {
    return floorMicros;
  }

  public final void setFloorMicros(long micros) {
    floorMicros = micros;
  }

  /** Gives the commit its timestamp; called once, in commit order. */
  public void assign(long micros) {
    timestampMicros = micros;
  }
}
