package org.ratchetdb.pgwire.session;

/** The network side of a connection, as the state machine sees it. Thread-safe; never blocks. */
public interface ConnectionOutput {
  /** Copies the bytes and sends them as soon as the network takes them. */
  void send(byte[] bytes, int offset, int count);

  /** Whether the client keeps up; when it turns true again the connection is told. */
  boolean isWritable();

  /**
   * Whether the client has hung up, for whoever watches a statement that runs long. May say no
   * where the system cannot tell; then the end of the statement will.
   */
  boolean isClientGone();

  /** Stops or resumes reading from the client. */
  void setReading(boolean reading);

  /** Closes after everything sent so far has left. */
  void close();
}
