package org.ratchetdb.pgwire;

import java.time.Duration;
import org.ratchetdb.pgwire.codec.ProtocolLimits;

/**
 * How a PostgreSQL server runs.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param maxConnections sessions at a time; one more is refused with 53300
 * @param authenticationTimeout a connection that opened no session for so long is closed
 * @param shutdownTimeout how long {@link PgServer#close} waits for statements to stop
 */
public record PgServerOptions(
    String host,
    int port,
    int maxConnections,
    Duration authenticationTimeout,
    Duration shutdownTimeout,
    ProtocolLimits limits) {
  public static final PgServerOptions DEFAULT =
      new PgServerOptions(
          "127.0.0.1",
          5432,
          100,
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          ProtocolLimits.DEFAULT);

  public PgServerOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port out of 0..65535");
    }
    if (maxConnections < 1) {
      throw new IllegalArgumentException("maxConnections must be positive");
    }
  }

  public PgServerOptions withHost(String newHost) {
    return new PgServerOptions(
        newHost, port, maxConnections, authenticationTimeout, shutdownTimeout, limits);
  }

  public PgServerOptions withPort(int newPort) {
    return new PgServerOptions(
        host, newPort, maxConnections, authenticationTimeout, shutdownTimeout, limits);
  }

  public PgServerOptions withMaxConnections(int count) {
    return new PgServerOptions(host, port, count, authenticationTimeout, shutdownTimeout, limits);
  }
}
