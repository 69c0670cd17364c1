package org.ratchetdb.pgwire.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.pgwire.FakeEngine;
import org.ratchetdb.pgwire.auth.LoopbackTrust;
import org.ratchetdb.pgwire.codec.ProtocolLimits;

/** The state machine with raw bytes; answers are written as message types with their texts. */
class PgConnectionTest {
  private final FakeEngine engine = new FakeEngine();
  private final RecordingOutput output = new RecordingOutput();
  private PgConnection connection = connect(1);

  @BeforeEach
  void login() {
    connection = connect(1);
  }

  @Test
  void startupAnswersWithSettingsKeyAndReady() {
    start();

    assertThat(output.types()).matches("RS+KZ");
    assertThat(output.text()).contains("server_version=15.0").endsWith("Z(I)");
  }

  @Test
  void encryptionIsDeclinedAndStartupGoesOn() {
    send(startupPacket(80_877_103));
    send(startupPacket(80_877_104));
    assertThat(output.take()).isEqualTo("NN".getBytes(StandardCharsets.US_ASCII));
    start();
    assertThat(output.types()).startsWith("R");
  }

  @Test
  void missingUserUnknownDatabaseAndUnknownSettingAreFatal() {
    send(startup("database", "db"));
    assertThat(output.text())
        .contains("FATAL", "28000", "no PostgreSQL user name specified in startup packet");
    assertThat(output.closed).isTrue();

    reconnect();
    send(startup("user", "u", "database", "nowhere"));
    assertThat(output.text()).contains("3D000", "database \"nowhere\" does not exist");

    reconnect();
    send(startup("user", "u", "database", "db", "options", "-c nonsense=1"));
    assertThat(output.text()).contains("FATAL", "42704");
    assertThat(engine.openSessions.get()).isZero();
  }

  @Test
  void newerMinorVersionIsNegotiated() {
    PgBuffer out = new PgBuffer();
    int length = out.reserveInt();
    out.writeInt((3 << 16) | 9);
    for (String s : new String[] {"user", "u", "database", "db", "_pq_.x", "1"}) {
      out.writeCString(s);
    }
    out.writeByte(0);
    out.setInt(length, out.length());
    send(out.toByteArray());

    assertThat(output.types()).matches("vRS+KZ");
  }

  @Test
  void tooManyConnectionsAreRefusedAndSlotsComeBack() {
    ConnectionSlots slots = new ConnectionSlots(1);
    PgConnection first = connect(slots);
    connection = first;
    start();
    RecordingOutput firstOutput = output.copyAndReset();
    connection = connect(slots);
    start();
    assertThat(output.text()).contains("53300", "sorry, too many clients already");
    assertThat(firstOutput.types()).endsWith("Z");

    first.onDisconnected();
    assertThat(slots.used()).isZero();
    assertThat(engine.openSessions.get()).isZero();
  }

  @Test
  void simpleQueryAnswersRowsAndTag() {
    started();
    query("ROWS 2");

    assertThat(output.text())
        .isEqualTo("T(n:20:0,s:1043:0) D(1,row 1) D(2,row 2) C(SELECT 2) Z(I)");
  }

  @Test
  void emptyQueryAnswersEmptyResponse() {
    started();
    query("");
    query(" -- ping\n ; /* x /* y */ */");

    assertThat(output.text()).isEqualTo("I() Z(I) I() Z(I)");
  }

  @Test
  void severalStatementsAreOneImplicitTransaction() {
    started();
    query("INSERT a; INSERT b");

    assertThat(output.text()).isEqualTo("C(INSERT 0 1) C(INSERT 0 1) Z(I)");
    assertThat(engine.log).containsExactly("BEGIN", "INSERT a", "INSERT b", "commit");
  }

  @Test
  void failureRollsBackEarlierStatementsOfTheQuery() {
    started();
    query("INSERT a; FAIL; INSERT b");

    assertThat(output.text()).isEqualTo("C(INSERT 0 1) E(ERROR 22012 division by zero P=13) Z(I)");
    assertThat(engine.log).containsExactly("BEGIN", "INSERT a", "FAIL", "rollback");
  }

  @Test
  void syntaxErrorAnywhereRunsNothing() {
    started();
    query("INSERT 'é😀'; BAD");

    assertThat(output.text()).contains("42601").contains("P=14").endsWith("Z(I)");
    assertThat(engine.log).isEmpty();
  }

  @Test
  void beginInTheMiddleKeepsEarlierStatementsInTheBlock() {
    started();
    query("INSERT a; BEGIN; INSERT b");

    assertThat(output.text()).isEqualTo("C(INSERT 0 1) C(BEGIN) C(INSERT 0 1) Z(T)");
    query("COMMIT");
    assertThat(engine.log).containsExactly("BEGIN", "INSERT a", "INSERT b", "COMMIT");
  }

  @Test
  void failedBlockTakesNothingButItsEnd() {
    started();
    query("BEGIN");
    query("FAIL");
    query("INSERT a");
    query("COMMIT");

    assertThat(output.text())
        .isEqualTo(
            "C(BEGIN) Z(T) E(ERROR 22012 division by zero P=3) Z(E) "
                + "E(ERROR 25P02 current transaction is aborted, commands ignored until end of "
                + "transaction block) Z(E) C(ROLLBACK) Z(I)");
    assertThat(engine.log).doesNotContain("INSERT a");
  }

  @Test
  void uselessTransactionControlWarns() {
    started();
    query("COMMIT");
    query("BEGIN");
    query("BEGIN");

    assertThat(output.text())
        .contains("N(WARNING 25P01 there is no transaction in progress) C(COMMIT)")
        .contains("N(WARNING 25001 there is already a transaction in progress) C(BEGIN) Z(T)");
  }

  @Test
  void ddlRunsOutsideOfTheImplicitTransaction() {
    started();
    query("INSERT a; CREATE t; INSERT b; INSERT c");

    assertThat(engine.log)
        .containsExactly(
            "BEGIN", "INSERT a", "commit", "CREATE t", "BEGIN", "INSERT b", "INSERT c", "commit");
  }

  @Test
  void changedSettingIsReportedBeforeReady() {
    started();
    query("SET application_name test");

    assertThat(output.text()).isEqualTo("C(SET) S(application_name=test) Z(I)");
  }

  @Test
  void extendedQueryAloneRunsInAutocommit() {
    started();
    send(parse("", "ROWS 1"), bind("", ""), describePortal(""), execute("", 0), sync());

    assertThat(output.text()).isEqualTo("1() 2() T(n:20:0,s:1043:0) D(1,row 1) C(SELECT 1) Z(I)");
    assertThat(engine.log).containsExactly("ROWS 1");
  }

  @Test
  void executeWaitsForWhatFollows() {
    started();
    send(parse("", "INSERT a"), bind("", ""), execute("", 0));
    assertThat(engine.log).isEmpty();
    send(sync());
    assertThat(engine.log).containsExactly("INSERT a");
  }

  @Test
  void pipelineUpToSyncIsOneTransaction() {
    started();
    send(parse("a", "INSERT a"), bind("", "a"), execute("", 0));
    send(bind("", "a"), execute("", 0), sync());

    assertThat(output.text()).isEqualTo("1() 2() C(INSERT 0 1) 2() C(INSERT 0 1) Z(I)");
    assertThat(engine.log).containsExactly("BEGIN", "INSERT a", "INSERT a", "commit");
  }

  @Test
  void errorSkipsToSyncAndRollsThePipelineBack() {
    started();
    send(parse("a", "INSERT a"), bind("", "a"), execute("", 0));
    send(parse("", "FAIL"), bind("", ""), execute("", 0));
    send(bind("", "a"), execute("", 0), sync());

    assertThat(output.text())
        .isEqualTo("1() 2() C(INSERT 0 1) 1() 2() E(ERROR 22012 division by zero P=3) Z(I)");
    assertThat(engine.log).containsExactly("BEGIN", "INSERT a", "FAIL", "rollback");
  }

  @Test
  void executionsOfOneStatementThatWritesRunAsBatches() {
    started();
    send(parse("a", "INSERT a"), parse("b", "INSERT b"));
    output.take();
    sendAtOnce(bind("", "a"), execute("", 0), bind("", "a"), execute("", 0), bind("", "b"));
    sendAtOnce(execute("", 0), bind("", "b"), describePortal(), execute("", 0), bind("", "b"));
    sendAtOnce(describePortal(), execute("", 0), sync());

    assertThat(output.text())
        .isEqualTo(
            "2() C(INSERT 0 1) 2() C(INSERT 0 1) 2() C(INSERT 0 1) 2() n() C(INSERT 0 1) "
                + "2() n() C(INSERT 0 1) Z(I)");
    assertThat(engine.log)
        .containsExactly(
            "BEGIN", "INSERT a", "INSERT a", "INSERT b", "INSERT b", "INSERT b", "commit");
    assertThat(engine.batches).containsExactly(2);
  }

  @Test
  void rowLimitSuspendsThePortal() {
    started();
    query("BEGIN");
    output.take();
    send(parse("", "ROWS 5"), bind("c", ""), execute("c", 2), sync());
    send(execute("c", 2), sync());
    send(execute("c", 2), execute("c", 2), sync());

    assertThat(output.text())
        .isEqualTo(
            "1() 2() D(1,row 1) D(2,row 2) s() Z(T) D(3,row 3) D(4,row 4) s() Z(T) "
                + "D(5,row 5) C(SELECT 1) C(SELECT 0) Z(T)");
  }

  @Test
  void suspendedPortalSurvivesAnotherStatementInTheBlock() {
    started();
    query("BEGIN");
    send(parse("", "ROWS 3"), bind("c", ""), execute("c", 2), sync());
    query("INSERT a");
    output.take();
    send(execute("c", 0), sync());

    assertThat(output.text()).isEqualTo("D(3,row 3) C(SELECT 1) Z(T)");
    query("COMMIT");
    output.take();
    send(execute("c", 0), sync());
    assertThat(output.text()).contains("34000").endsWith("Z(I)");
  }

  @Test
  void portalOutsideOfABlockDiesAtSync() {
    started();
    send(parse("", "ROWS 3"), bind("c", ""), execute("c", 2), sync());
    output.take();
    send(execute("c", 2), sync());

    assertThat(output.text()).isEqualTo("E(ERROR 34000 portal \"c\" does not exist) Z(I)");
  }

  @Test
  void parametersComeInTextAndBinary() {
    started();
    send(parse("s", "ECHO $1"), describeStatement("s"));
    send(bindValue("s", 0, "41".getBytes(StandardCharsets.US_ASCII), 1), execute("", 0), sync());
    send(bindValue("s", 1, new byte[] {0, 0, 0, 0, 0, 0, 0, 42}, 0), execute("", 0), sync());

    assertThat(output.text())
        .isEqualTo(
            "1() t(20) T(v:20:0) 2() D(\0\0\0\0\0\0\0)) C(SELECT 1) Z(I) 2() D(42) C(SELECT 1)"
                + " Z(I)");
  }

  @Test
  void badParametersAreErrorsOfBind() {
    started();
    send(parse("s", "ECHO $1"), sync());
    output.take();
    send(bindValue("s", 0, "x".getBytes(StandardCharsets.US_ASCII), 0), sync());
    send(bindValue("s", 1, new byte[3], 0), sync());
    send(bind("", "s"), sync());
    send(bind("", "none"), sync());

    assertThat(output.text())
        .contains("22P02 invalid input syntax for type bigint: \"x\"")
        .contains("22P03 incorrect binary data format for type bigint")
        .contains("08P01 bind message supplies 0 parameters, but prepared statement \"s\"")
        .contains("26000 prepared statement \"none\" does not exist");
  }

  @Test
  void statementNamesAreUniqueUntilClosed() {
    started();
    send(parse("s", "ROWS 1"), parse("s", "ROWS 1"), sync());
    send(closeStatement("s"), closeStatement("never"), parse("s", "ROWS 1"), sync());

    assertThat(output.text())
        .isEqualTo(
            "1() E(ERROR 42P05 prepared statement \"s\" already exists) Z(I) 3() 3() 1() Z(I)");
  }

  @Test
  void parseTakesOneStatementAndDescribesEmptyOnes() {
    started();
    send(parse("", "ROWS 1; ROWS 2"), sync());
    send(parse("", " ;"), bind("", ""), describePortal(""), execute("", 0), sync());

    assertThat(output.text())
        .isEqualTo(
            "E(ERROR 42601 cannot insert multiple commands into a prepared statement) Z(I)"
                + " 1() 2() n() I() Z(I)");
  }

  @Test
  void copyAndFunctionCallAreRefused() {
    started();
    query("COPY t FROM STDIN");
    send(message('F', new byte[10]));

    assertThat(output.text())
        .isEqualTo(
            "E(ERROR 0A000 COPY is not supported) Z(I)"
                + " E(ERROR 0A000 The function call protocol is not supported) Z(I)");
  }

  @Test
  void slowReaderStopsTheRowsAndLaterGetsThemAll() {
    started();
    output.writable = false;
    query("ROWS 10000");
    int sent = output.types().length();
    assertThat(sent).isBetween(100, 5000);
    output.writable = true;
    connection.onWritable();

    assertThat(output.types()).hasSize(10_003).endsWith("CZ");
  }

  @Test
  void cancelOfASuspendedResultEndsIt() {
    started();
    output.writable = false;
    query("ROWS 10000");
    send(sync());
    connection.stop();

    assertThat(output.text()).contains("57014").contains("FATAL 57P01").doesNotContain("C(");
    assertThat(output.closed).isTrue();
    assertThat(engine.openSessions.get()).isZero();
  }

  @Test
  void garbageAfterStartupIsFatal() {
    started();
    send(new byte[] {'z', 0, 0, 0, 4});

    assertThat(output.text()).isEqualTo("E(FATAL 08P01 invalid frontend message type 122)");
    assertThat(output.closed).isTrue();
  }

  @Test
  void stopSaysGoodbyeToAnIdleClient() {
    started();
    connection.stop();

    assertThat(output.text())
        .isEqualTo("E(FATAL 57P01 terminating connection due to administrator command)");
    assertThat(engine.openSessions.get()).isZero();
  }

  @Test
  void terminateClosesWithoutAnAnswer() {
    started();
    query("BEGIN");
    output.take();
    send(message('X', new byte[0]));

    assertThat(output.take()).isEmpty();
    assertThat(output.closed).isTrue();
    assertThat(engine.openSessions.get()).isZero();
  }

  private PgConnection connect(int max) {
    return connect(new ConnectionSlots(max));
  }

  private PgConnection connect(ConnectionSlots slots) {
    return new PgConnection(
        new ServerContext(
            engine,
            new LoopbackTrust(),
            new CancelRegistry(),
            slots,
            ProtocolLimits.DEFAULT,
            Randomness.seeded(1)),
        output,
        Runnable::run,
        InetAddress.getLoopbackAddress());
  }

  private void reconnect() {
    output.take();
    output.closed = false;
    connection = connect(1);
  }

  private void start() {
    send(startup("user", "u", "database", "db"));
  }

  private void started() {
    start();
    output.take();
    engine.log.clear();
  }

  private void send(byte[]... packets) {
    for (byte[] packet : packets) {
      connection.onBytes(packet, 0, packet.length);
    }
  }

  private void sendAtOnce(byte[]... packets) {
    PgBuffer all = new PgBuffer();
    for (byte[] packet : packets) {
      all.writeBytes(packet);
    }
    send(all.toByteArray());
  }

  private void query(String sql) {
    send(message('Q', cstrings(sql)));
  }

  private static byte[] parse(String name, String sql) {
    return message('P', concat(cstrings(name, sql), new byte[2]));
  }

  private static byte[] bind(String portal, String statement) {
    return message('B', concat(cstrings(portal, statement), new byte[6]));
  }

  private static byte[] bindValue(String statement, int format, byte[] value, int resultFormat) {
    PgBuffer out = new PgBuffer();
    out.writeBytes(cstrings("", statement));
    out.writeShort(1);
    out.writeShort(format);
    out.writeShort(1);
    out.writeInt(value.length);
    out.writeBytes(value);
    out.writeShort(1);
    out.writeShort(resultFormat);
    return message('B', out.toByteArray());
  }

  private static byte[] describePortal(String name) {
    return message('D', cstrings("P" + name));
  }

  private static byte[] describeStatement(String name) {
    return message('D', cstrings("S" + name));
  }

  private static byte[] describePortal() {
    return message('D', cstrings("P"));
  }

  private static byte[] closeStatement(String name) {
    return message('C', cstrings("S" + name));
  }

  private static byte[] execute(String portal, int maxRows) {
    return message('E', concat(cstrings(portal), new byte[] {0, 0, 0, (byte) maxRows}));
  }

  private static byte[] sync() {
    return message('S', new byte[0]);
  }

  private static byte[] message(char type, byte[] body) {
    PgBuffer out = new PgBuffer();
    out.writeByte(type);
    out.writeInt(4 + body.length);
    out.writeBytes(body);
    return out.toByteArray();
  }

  private static byte[] startup(String... pairs) {
    byte[] body = concat(new byte[] {0, 3, 0, 0}, concat(cstrings(pairs), new byte[1]));
    PgBuffer out = new PgBuffer();
    out.writeInt(4 + body.length);
    out.writeBytes(body);
    return out.toByteArray();
  }

  private static byte[] startupPacket(int code) {
    PgBuffer out = new PgBuffer();
    out.writeInt(8);
    out.writeInt(code);
    return out.toByteArray();
  }

  private static byte[] cstrings(String... texts) {
    PgBuffer out = new PgBuffer();
    for (String text : texts) {
      out.writeCString(text);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[] a, byte[] b) {
    PgBuffer out = new PgBuffer();
    out.writeBytes(a);
    out.writeBytes(b);
    return out.toByteArray();
  }

  /** Keeps what was sent and reads it back as text. */
  private static final class RecordingOutput implements ConnectionOutput {
    PgBuffer sent = new PgBuffer();
    boolean writable = true;
    boolean closed;
    boolean clientGone;

    @Override
    public boolean isClientGone() {
      return clientGone;
    }

    @Override
    public void send(byte[] bytes, int offset, int count) {
      sent.writeBytes(bytes, offset, count);
    }

    @Override
    public boolean isWritable() {
      return writable;
    }

    @Override
    public void setReading(boolean reading) {}

    @Override
    public void close() {
      closed = true;
    }

    byte[] take() {
      byte[] bytes = sent.toByteArray();
      sent = new PgBuffer();
      return bytes;
    }

    RecordingOutput copyAndReset() {
      RecordingOutput copy = new RecordingOutput();
      copy.sent = sent;
      sent = new PgBuffer();
      return copy;
    }

    String types() {
      StringBuilder out = new StringBuilder();
      for (String message : messages()) {
        out.append(message.charAt(0));
      }
      return out.toString();
    }

    String text() {
      String text = String.join(" ", messages());
      take();
      return text;
    }

    private List<String> messages() {
      List<String> out = new ArrayList<>();
      String all = new String(sent.toByteArray(), StandardCharsets.ISO_8859_1);
      int i = 0;
      while (i < all.length()) {
        int length = int32(all, i + 1);
        out.add(message(all.charAt(i), all.substring(i + 5, i + 1 + length)));
        i += 1 + length;
      }
      return out;
    }

    private static String message(char type, String body) {
      return type
          + "("
          + switch (type) {
            case 'C', 'Z' -> body.replace("\0", "");
            case 'S' -> body.substring(0, body.length() - 1).replace('\0', '=');
            case 'T' -> columns(body);
            case 'D' -> row(body);
            case 't' -> Integer.toString(int32(body, 2));
            case 'E', 'N' -> error(body);
            default -> "";
          }
          + ")";
    }

    private static String columns(String body) {
      List<String> columns = new ArrayList<>();
      int i = 2;
      while (i < body.length()) {
        int zero = body.indexOf('\0', i);
        columns.add(
            body.substring(i, zero)
                + ":"
                + int32(body, zero + 7)
                + ":"
                + (int) body.charAt(zero + 18));
        i = zero + 19;
      }
      return String.join(",", columns);
    }

    private static String row(String body) {
      List<String> values = new ArrayList<>();
      int i = 2;
      while (i < body.length()) {
        int length = int32(body, i);
        values.add(length < 0 ? "NULL" : body.substring(i + 4, i + 4 + length));
        i += 4 + Math.max(length, 0);
      }
      return String.join(",", values);
    }

    private static String error(String body) {
      String severity = "";
      String code = "";
      String message = "";
      String position = "";
      for (String field : body.split("\0")) {
        String value = field.substring(1);
        switch (field.charAt(0)) {
          case 'V' -> severity = value;
          case 'C' -> code = value;
          case 'M' -> message = value;
          case 'P' -> position = " P=" + value;
          default -> {}
        }
      }
      return severity + " " + code + " " + message + position;
    }

    private static int int32(String s, int at) {
      return (s.charAt(at) << 24)
          | (s.charAt(at + 1) << 16)
          | (s.charAt(at + 2) << 8)
          | s.charAt(at + 3);
    }
  }
}
