package org.ratchetdb.pgwire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ratchetdb.common.error.DbException;

/** The server on real sockets, spoken to by pgjdbc, over a fake engine. */
@Timeout(60)
class PgServerTest {
  private final FakeEngine engine = new FakeEngine();
  private PgServer server = server(20);

  @BeforeEach
  void startServer() {
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  private PgServer server(int maxConnections) {
    return new PgServer(
        engine, PgServerOptions.DEFAULT.withPort(0).withMaxConnections(maxConnections));
  }

  @Test
  void simpleModeReadsRows() throws SQLException {
    try (Connection connection = connect("preferQueryMode=simple");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ROWS 3")) {
      int count = 0;
      while (rows.next()) {
        count++;
        assertThat(rows.getLong("n")).isEqualTo(count);
        assertThat(rows.getString(2)).isEqualTo("row " + count);
      }
      assertThat(count).isEqualTo(3);
    }
  }

  @Test
  void preparedStatementSwitchesToBinary() throws SQLException {
    try (Connection connection = connect("prepareThreshold=1");
        PreparedStatement statement = connection.prepareStatement("ECHO ?")) {
      for (long i = -3; i < 10; i++) {
        statement.setLong(1, i);
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isEqualTo(i);
        }
      }
      assertThat(engine.log).doesNotContain("BEGIN");
    }
  }

  @Test
  void fetchSizeReadsInPortionsInsideABlock() throws SQLException {
    try (Connection connection = connect("")) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(7);
        try (ResultSet rows = statement.executeQuery("ROWS 50")) {
          int count = 0;
          while (rows.next()) {
            count++;
          }
          assertThat(count).isEqualTo(50);
        }
      }
      connection.commit();
    }
    assertThat(statements()).containsExactly("BEGIN", "ROWS 50", "COMMIT");
  }

  @Test
  void batchIsOneTransaction() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 10; i++) {
        statement.addBatch("INSERT " + i);
      }
      assertThat(statement.executeBatch()).hasSize(10).containsOnly(1);
    }
    assertThat(statements()).startsWith("BEGIN", "INSERT 0").endsWith("commit").hasSize(12);
  }

  @Test
  void errorsCarryStateAndPosition() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("FAIL"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"))
          .hasMessageContaining("Position: 3");
      assertThat(statement.execute("INSERT a")).isFalse();
    }
  }

  @Test
  void bigResultArrivesWhole() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("ROWS 200000")) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(200_000);
    }
  }

  @Test
  void cancelStopsTheStatementOfTheOtherConnection() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      Future<?> run = other.submit(() -> statement.execute("WAIT"));
      assertThat(engine.waiting.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
      statement.cancel();
      assertThatThrownBy(() -> run.get(20, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(SQLException.class)
          .hasMessageContaining("canceling statement due to user request");
      assertThat(connection.isValid(5)).isTrue();
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void cancelCountsThoughItsClientHangsUpAtOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        startUp(out);
        byte[] key = readUntil(in, 'K');
        readUntil(in, 'Z');
        byte[] query = "WAIT\0".getBytes(StandardCharsets.US_ASCII);
        out.writeByte('Q');
        out.writeInt(4 + query.length);
        out.write(query);
        out.flush();
        assertThat(engine.waiting.tryAcquire(20, TimeUnit.SECONDS)).isTrue();

        try (Socket other = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          DataOutputStream cancel = new DataOutputStream(other.getOutputStream());
          cancel.write(ByteBuffer.allocate(16).putInt(16).putInt(80877102).put(key).array());
        }

        assertThat(new String(readUntil(in, 'E'), StandardCharsets.UTF_8)).contains("57014");
      }
    }
  }

  @Test
  void everySessionHasAWorkerWhileOthersWait() throws Exception {
    ExecutorService others = Executors.newFixedThreadPool(8);
    try {
      for (int i = 0; i < 8; i++) {
        var unused =
            others.submit(
                () -> {
                  try (Connection c = connect("");
                      Statement s = c.createStatement()) {
                    return s.execute("WAIT");
                  }
                });
      }
      assertThat(engine.waiting.tryAcquire(8, 20, TimeUnit.SECONDS)).isTrue();
      try (Connection connection = connect("");
          Statement statement = connection.createStatement()) {
        assertThat(statement.execute("INSERT a")).isFalse();
      }
      server.close(); // cancels the eight
      assertThat(engine.openSessions.get()).isZero();
    } finally {
      others.shutdownNow();
    }
  }

  @Test
  void clientThatVanishesEndsItsStatementAndSession() throws Exception {
    Socket socket = rawConnection();
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.write("Q\0\0\0\tWAIT\0".getBytes(StandardCharsets.US_ASCII));
    out.flush();
    assertThat(engine.waiting.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    socket.close();

    try (Connection connection = connect("")) {
      assertThat(connection.isValid(5)).isTrue();
    }
    server.close();
    assertThat(engine.openSessions.get()).isZero();
  }

  @Test
  void noticesAreSentWhileTheStatementRuns() throws Exception {
    try (Socket socket = rawConnection()) {
      socket.setSoTimeout(20_000);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write("Q\0\0\0\tWAIT\0".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      // Nobody cancels the statement, so this cannot have come with its end.
      assertThat((char) in.readByte()).isEqualTo('N');
      byte[] fields = in.readNBytes(in.readInt() - Integer.BYTES);
      assertThat(new String(fields, StandardCharsets.UTF_8))
          .isEqualTo("SNOTICE\0VNOTICE\0C00000\0Mwaiting for a cancel\0\0");
    }
  }

  @Test
  void oneConnectionTooManyIsRefused() throws SQLException {
    try (PgServer small = server(1)) {
      small.start();
      String url = "jdbc:postgresql://127.0.0.1:" + small.port() + "/db";
      try (Connection first = DriverManager.getConnection(url, "u", "")) {
        assertThatThrownBy(() -> DriverManager.getConnection(url, "u", ""))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53300"));
        assertThat(first.isValid(5)).isTrue();
      }
    }
  }

  @Test
  void takenPortIsAnError() {
    PgServer second = new PgServer(engine, PgServerOptions.DEFAULT.withPort(server.port()));
    assertThatThrownBy(second::start)
        .isInstanceOf(DbException.class)
        .hasMessage("Cannot listen on 127.0.0.1:" + server.port() + ": Address already in use");
  }

  @Test
  void clientsAreToldOfTheShutdown() throws Exception {
    Socket socket = rawConnection();
    server.close();
    byte[] goodbye = socket.getInputStream().readAllBytes();

    assertThat(new String(goodbye, StandardCharsets.US_ASCII))
        .contains("FATAL", "57P01", "terminating connection due to administrator command");
  }

  /** What the engine ran but for the driver's own settings. */
  private List<String> statements() {
    return engine.log.stream().filter(sql -> !sql.startsWith("SET")).toList();
  }

  /** A connection that has read everything up to its first ReadyForQuery. */
  private Socket rawConnection() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    startUp(out);
    readUntil(new DataInputStream(socket.getInputStream()), 'Z');
    return socket;
  }

  private static void startUp(DataOutputStream out) throws IOException {
    byte[] parameters = "user\0u\0database\0db\0\0".getBytes(StandardCharsets.US_ASCII);
    out.writeInt(8 + parameters.length);
    out.writeInt(3 << 16);
    out.write(parameters);
    out.flush();
  }

  /** Skips messages up to one of a type; gives its body. */
  private static byte[] readUntil(DataInputStream in, char wanted) throws IOException {
    while (true) {
      byte type = in.readByte();
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      if (type == wanted) {
        return body;
      }
    }
  }

  private Connection connect(String parameters) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "u");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/db?" + parameters, properties);
  }
}
