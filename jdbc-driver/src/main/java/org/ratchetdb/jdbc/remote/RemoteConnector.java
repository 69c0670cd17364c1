package org.ratchetdb.jdbc.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;

/** Opens sessions with servers. Thread-safe. */
public final class RemoteConnector {
  private static final int PROTOCOL_VERSION = 3 << 16;
  private static final int CANCEL_REQUEST = (1234 << 16) | 5678;

  private RemoteConnector() {}

  /**
   * A session with the URL's database.
   *
   * @throws SQLException 08001 when nobody answers, else what the server says
   */
  public static ConnectionBackend connect(RatchetUrl url) throws SQLException {
    int connectMillis = millis(url, RatchetProperty.CONNECT_TIMEOUT);
    Socket socket = open(url.target(), url.port(), connectMillis);
    try {
      ServerStream stream = new ServerStream(socket);
      stream.timeout(connectMillis);
      sendStartup(stream, url);
      RemoteBackend backend = new RemoteBackend(stream, url, connectMillis);
      backend.start();
      stream.timeout(millis(url, RatchetProperty.SOCKET_TIMEOUT));
      return backend;
    } catch (IOException e) {
      closeQuietly(socket, e);
      throw SqlErrors.of(
          ErrorCode.CONNECTION_FAILURE,
          "No session with the server at " + address(url) + ": " + e.getMessage(),
          e);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(socket, e);
      throw e;
    }
  }

  private static int millis(RatchetUrl url, RatchetProperty property) throws SQLException {
    return (int) Math.min(url.numberOr(property, 0) * 1000L, Integer.MAX_VALUE);
  }

  private static String address(RatchetUrl url) {
    return url.target() + ":" + url.port();
  }

  private static void closeQuietly(Socket socket, Exception reason) {
    try {
      socket.close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  private static Socket open(String host, int port, int timeoutMillis) throws SQLException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.connect(new InetSocketAddress(host, port), timeoutMillis);
      return socket;
    } catch (UnknownHostException e) {
      closeQuietly(socket, e);
      throw SqlErrors.of(ErrorCode.CONNECTION_FAILURE, "There is no host '" + host + "'", e);
    } catch (IOException | IllegalArgumentException e) {
      closeQuietly(socket, e);
      throw SqlErrors.of(
          ErrorCode.CONNECTION_FAILURE,
          "No server answers at " + host + ":" + port + " (" + e.getMessage() + ")",
          e);
    }
  }

  private static void sendStartup(ServerStream stream, RatchetUrl url) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("user", url.get(RatchetProperty.USER));
    parameters.put("database", url.database());
    parameters.put("client_encoding", "UTF8");
    parameters.put("DateStyle", "ISO");
    for (RatchetProperty property : RatchetProperty.values()) {
      property
          .setting(url.get(property))
          .ifPresent(setting -> parameters.put(setting.getKey(), setting.getValue()));
    }
    stream.beginUntyped();
    stream.int32(PROTOCOL_VERSION);
    parameters.forEach(
        (name, value) -> {
          stream.text(name);
          stream.text(value);
        });
    stream.int8(0);
    stream.end();
    stream.flush();
  }

  /** Asks the server, on a connection of its own, to end what another session runs. */
  static void cancel(RatchetUrl url, int process, byte[] secret, int timeoutMillis)
      throws SQLException {
    try (Socket socket = open(url.target(), url.port(), timeoutMillis);
        ServerStream stream = new ServerStream(socket)) {
      stream.beginUntyped();
      stream.int32(CANCEL_REQUEST);
      stream.int32(process);
      stream.bytes(secret);
      stream.end();
      stream.flush();
    } catch (IOException e) {
      throw SqlErrors.of(
          ErrorCode.CONNECTION_FAILURE, "The request to cancel could not be sent", e);
    }
  }
}
