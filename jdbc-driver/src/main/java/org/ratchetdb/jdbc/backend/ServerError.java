package org.ratchetdb.jdbc.backend;

/** Carries the fields of a server's error message as the cause of the SQLException made of it. */
public final class ServerError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorDetails details;

  public ServerError(ErrorDetails details) {
    // The stack of the thread that read the message tells nothing that the SQLException does not.
    super(details.message(), null, false, false);
    this.details = details;
  }

  public ErrorDetails details() {
    return details;
  }
}
