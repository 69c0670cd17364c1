package org.ratchetdb.pgwire.auth;

import java.net.InetAddress;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * Trusts every client of the same machine and refuses all others: there are no passwords yet, and a
 * server that lets strangers in by mistake is worse than one that does not answer.
 */
public final class LoopbackTrust implements Authenticator {
  @Override
  public void authenticate(String user, String database, InetAddress client) {
    if (!client.isLoopbackAddress()) {
      throw new DbException(
              ErrorCode.CANNOT_CONNECT,
              "no authentication method for host \""
                  + client.getHostAddress()
                  + "\", user \""
                  + user
                  + "\", database \""
                  + database
                  + "\"")
          .hint("Connections are accepted from the same machine only.");
    }
  }
}
