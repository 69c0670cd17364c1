package org.ratchetdb.pgwire.auth;

import java.net.InetAddress;

/** Decides whether a client may open a session. Thread-safe; must not block. */
public interface Authenticator {
  /**
   * Returns when the client is let in without being asked anything more; fails with a DbException
   * of code CANNOT_CONNECT when it is not.
   */
  void authenticate(String user, String database, InetAddress client);
}
