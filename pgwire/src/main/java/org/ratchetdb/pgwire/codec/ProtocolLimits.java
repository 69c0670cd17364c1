package org.ratchetdb.pgwire.codec;

/**
 * How long packets may be, checked against the length a client announces before anything is
 * allocated for it.
 *
 * @param startupBytesMax a packet before the session begins
 * @param shortBytesMax messages that carry a name at most
 * @param longBytesMax messages that carry SQL or values
 */
public record ProtocolLimits(int startupBytesMax, int shortBytesMax, int longBytesMax) {
  /** PostgreSQL's own limits for the first two; Spanner takes a megabyte of SQL at most. */
  public static final ProtocolLimits DEFAULT = new ProtocolLimits(10_004, 65_535, 64 << 20);

  public ProtocolLimits {
    if (startupBytesMax < 8 || shortBytesMax < 8 || longBytesMax < 8) {
      throw new IllegalArgumentException("limits must allow a message");
    }
  }
}
