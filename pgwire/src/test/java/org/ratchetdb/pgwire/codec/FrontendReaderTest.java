package org.ratchetdb.pgwire.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.pgwire.message.ClientPacket;
import org.ratchetdb.pgwire.message.FrontendMessage;
import org.ratchetdb.pgwire.message.StartupRequest;

class FrontendReaderTest {
  private static final ProtocolLimits LIMITS = new ProtocolLimits(1000, 100, 10_000);

  @Test
  void startupMessageHasItsParametersInOrder() {
    ClientPacket packet = read(startup("user", "u", "database", "d")).get(0);

    assertThat(packet).isInstanceOf(StartupRequest.StartupMessage.class);
    assertThat(((StartupRequest.StartupMessage) packet).parameters().keySet())
        .containsExactly("user", "database");
  }

  @Property(tries = 200)
  void packetsMayBeCutAnywhere(@ForAll @IntRange(min = 1, max = 40) int chunk) {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    message(out, 'Q', "SELECT 1\0");
    message(out, 'S', "");
    message(out, 'P', "s\0SELECT 2\0\0\1\0\0\0\u0014");
    byte[] all = out.toByteArray();

    FrontendReader reader = new FrontendReader(LIMITS);
    List<ClientPacket> packets = new ArrayList<>();
    for (int i = 0; i < all.length; i += chunk) {
      reader.append(all, i, Math.min(chunk, all.length - i));
      drain(reader, packets);
    }

    assertThat(packets.subList(1, packets.size()))
        .containsExactly(
            new FrontendMessage.Query("SELECT 1"),
            new FrontendMessage.Sync(),
            new FrontendMessage.Parse("s", "SELECT 2", List.of(20)));
  }

  @Test
  void bindGivesSlicesAndNulls() {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    message(out, 'B', "p\0s\0\0\1\0\1\0\2\0\0\0\2ab\u00ff\u00ff\u00ff\u00ff\0\0");
    FrontendMessage.Bind bind = (FrontendMessage.Bind) read(out.toByteArray()).get(1);

    assertThat(bind.parameters().count()).isEqualTo(2);
    assertThat(bind.parameters().isBinary(1)).isTrue();
    assertThat(bind.parameters().length(0)).isEqualTo(2);
    assertThat(bind.parameters().bytes()[bind.parameters().offset(0)]).isEqualTo((byte) 'a');
    assertThat(bind.parameters().isNull(1)).isTrue();
  }

  @Test
  void lengthsOverTheLimitBreakBeforeTheirBytesCome() {
    assertBroken(new byte[] {0x7F, 0, 0, 0}, "invalid length of startup packet");
    assertBroken(new byte[] {0, 0, 0, 4}, "invalid length of startup packet");
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    out.writeByte('Q');
    out.writeInt(1 << 30);
    assertBroken(out.toByteArray(), "invalid message length");
  }

  @Test
  void unknownTypeBreaksAtItsFirstByte() {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    out.writeByte('z');
    assertBroken(out.toByteArray(), "invalid frontend message type 122");
  }

  @Test
  void trailingBytesAndMissingTerminatorsBreak() {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    message(out, 'Q', "no terminator");
    assertBroken(out.toByteArray(), "invalid string in message");

    PgBuffer more = new PgBuffer();
    more.writeBytes(startup("user", "u"));
    message(more, 'S', "x");
    assertBroken(more.toByteArray(), "invalid message format");
  }

  @Test
  void invalidUtf8IsAnErrorOfTheMessageOnly() {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    out.writeByte('Q');
    out.writeInt(6);
    out.writeByte(0xFF);
    out.writeByte(0);
    message(out, 'S', "");
    List<ClientPacket> packets = read(out.toByteArray());

    assertThat(packets.get(1)).isInstanceOf(FrontendMessage.Unreadable.class);
    assertThat(packets.get(2)).isEqualTo(new FrontendMessage.Sync());
  }

  @Test
  void oldAndNewMajorVersionsAreTold() {
    PgBuffer out = new PgBuffer();
    out.writeInt(8);
    out.writeInt(4 << 16);
    assertThat(read(out.toByteArray()))
        .containsExactly(new StartupRequest.UnsupportedVersion(4, 0));
  }

  @Property(tries = 2000)
  void randomBytesNeverThrow(@ForAll byte[] garbage, @ForAll boolean started) {
    FrontendReader reader = new FrontendReader(LIMITS);
    if (started) {
      byte[] start = startup("user", "u");
      reader.append(start, 0, start.length);
    }
    reader.append(garbage, 0, garbage.length);
    List<ClientPacket> packets = new ArrayList<>();
    drain(reader, packets);
    assertThat(packets.size()).isLessThanOrEqualTo(garbage.length + 1);
  }

  @Property(tries = 2000)
  void messagesOfRandomContentNeverThrow(
      @ForAll @IntRange(max = 13) int type, @ForAll @Size(max = 60) byte[] body) {
    PgBuffer out = new PgBuffer();
    out.writeBytes(startup("user", "u"));
    out.writeByte("QPBDECSHXFpdcf".charAt(type));
    out.writeInt(4 + body.length);
    out.writeBytes(body);

    assertThat(read(out.toByteArray())).hasSize(2);
  }

  private static void assertBroken(byte[] bytes, String message) {
    List<ClientPacket> packets = read(bytes);
    ClientPacket last = packets.get(packets.size() - 1);
    assertThat(last).isInstanceOf(ClientPacket.Broken.class);
    assertThat(((ClientPacket.Broken) last).error()).hasMessage(message);
  }

  private static List<ClientPacket> read(byte[] bytes) {
    FrontendReader reader = new FrontendReader(LIMITS);
    reader.append(bytes, 0, bytes.length);
    List<ClientPacket> packets = new ArrayList<>();
    drain(reader, packets);
    return packets;
  }

  private static void drain(FrontendReader reader, List<ClientPacket> into) {
    @Nullable ClientPacket packet;
    while ((packet = reader.next()) != null) {
      into.add(packet);
    }
  }

  private static byte[] startup(String... pairs) {
    PgBuffer out = new PgBuffer();
    int length = out.reserveInt();
    out.writeInt(3 << 16);
    for (String s : pairs) {
      out.writeCString(s);
    }
    out.writeByte(0);
    out.setInt(length, out.length());
    return out.toByteArray();
  }

  private static void message(PgBuffer out, char type, String latin1Body) {
    out.writeByte(type);
    out.writeInt(4 + latin1Body.length());
    for (int i = 0; i < latin1Body.length(); i++) {
      out.writeByte(latin1Body.charAt(i));
    }
  }
}
