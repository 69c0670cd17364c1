package org.ratchetdb.pgwire.message;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A packet without a type byte, which opens a connection. */
public sealed interface StartupRequest extends ClientPacket {
  /** The client would like TLS. */
  record SslRequest() implements StartupRequest {}

  /** The client would like GSSAPI encryption. */
  record GssEncRequest() implements StartupRequest {}

  /** Asks to cancel what another connection runs; comes alone on a connection of its own. */
  @SuppressWarnings("ArrayRecordComponent") // owned by the message, compared by content
  record CancelRequest(int processId, byte[] secret) implements StartupRequest {
    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof CancelRequest c
          && processId == c.processId
          && Arrays.equals(secret, c.secret);
    }

    @Override
    public int hashCode() {
      return processId;
    }
  }

  /**
   * Opens a session.
   *
   * @param minor of protocol version 3.minor
   * @param parameters user, database, settings and protocol options, in the order sent
   */
  record StartupMessage(int minor, Map<String, String> parameters) implements StartupRequest {}

  /** A version that this server does not speak; 2 wants its own form of an error. */
  record UnsupportedVersion(int major, int minor) implements StartupRequest {}
}
