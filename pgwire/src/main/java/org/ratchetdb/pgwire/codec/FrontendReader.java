package org.ratchetdb.pgwire.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.pgwire.message.BindParameters;
import org.ratchetdb.pgwire.message.ClientPacket;
import org.ratchetdb.pgwire.message.FrontendMessage;
import org.ratchetdb.pgwire.message.FrontendMessage.Target;
import org.ratchetdb.pgwire.message.StartupRequest;

/**
 * Cuts a client's bytes into packets. Owned by one thread.
 *
 * <pre>
 *   before the session   int32 length, itself included | int32 code | body
 *   after                byte type | int32 length, itself included | body
 * </pre>
 *
 * The first StartupMessage switches from the one to the other. The buffer grows with what has
 * arrived, never with what a length announces, and is given back when everything was read, so that
 * an idle connection holds nothing.
 */
public final class FrontendReader {
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSSENC_REQUEST = 80_877_104;
  private static final int CANCEL_REQUEST = 80_877_102;
  private static final int CANCEL_SECRET_BYTES_MIN = 4;
  private static final int CANCEL_SECRET_BYTES_MAX = 256;
  private static final byte[] NOTHING = new byte[0];

  private final ProtocolLimits limits;
  private byte[] buffer = NOTHING;
  private int start;
  private int end;
  private boolean started;
  private boolean broken;

  public FrontendReader(ProtocolLimits limits) {
    this.limits = limits;
  }

  /** Takes bytes as they come, cut anywhere. */
  public void append(byte[] bytes, int offset, int count) {
    if (broken) {
      return;
    }
    if (buffer.length - end < count) {
      int held = end - start;
      byte[] target =
          buffer.length - held >= count
              ? buffer
              : new byte[Math.max(Math.addExact(held, count), Math.min(2 * held, 1 << 20))];
      System.arraycopy(buffer, start, target, 0, held);
      buffer = target;
      start = 0;
      end = held;
    }
    System.arraycopy(bytes, offset, buffer, end, count);
    end += count;
  }

  /**
   * The next whole packet, or null until more bytes come. After a {@link ClientPacket.Broken}
   * nothing follows.
   */
  public @Nullable ClientPacket next() {
    if (broken) {
      return null;
    }
    try {
      ClientPacket packet = started ? message() : startup();
      if (start == end) {
        buffer = NOTHING;
        start = 0;
        end = 0;
      }
      return packet;
    } catch (DbException e) {
      broken = true;
      buffer = NOTHING;
      return new ClientPacket.Broken(e);
    }
  }

  private @Nullable ClientPacket startup() {
    if (end - start < 4) {
      return null;
    }
    int length = intAt(start);
    if (length < 8 || length > limits.startupBytesMax()) {
      throw violation("invalid length of startup packet");
    }
    if (end - start < length) {
      return null;
    }
    Body body = new Body(buffer, start + 4, start + length);
    start += length;
    int code = body.int32();
    if (code == SSL_REQUEST) {
      return new StartupRequest.SslRequest();
    }
    if (code == GSSENC_REQUEST) {
      return new StartupRequest.GssEncRequest();
    }
    if (code == CANCEL_REQUEST) {
      int processId = body.int32();
      int secret = body.remaining();
      if (secret < CANCEL_SECRET_BYTES_MIN || secret > CANCEL_SECRET_BYTES_MAX) {
        throw violation("invalid length of cancel request");
      }
      return new StartupRequest.CancelRequest(processId, body.rest());
    }
    int major = code >>> 16;
    int minor = code & 0xFFFF;
    if (major != 3) {
      return new StartupRequest.UnsupportedVersion(major, minor);
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    while (true) {
      String name = body.string();
      if (name.isEmpty()) {
        break;
      }
      parameters.put(name, body.string());
    }
    if (body.remaining() != 0) {
      throw violation("invalid startup packet layout: expected terminator as last byte");
    }
    started = true;
    return new StartupRequest.StartupMessage(minor, parameters);
  }

  private @Nullable ClientPacket message() {
    if (end - start < 5) {
      // A wrong type is told as soon as it is there.
      if (end > start) {
        lengthMax((char) (buffer[start] & 0xFF));
      }
      return null;
    }
    char type = (char) (buffer[start] & 0xFF);
    int length = intAt(start + 1);
    if (length < 4 || length > lengthMax(type)) {
      throw violation("invalid message length");
    }
    if (end - start - 1 < length) {
      return null;
    }
    Body body = new Body(buffer, start + 5, start + 1 + length);
    start += 1 + length;
    return decode(type, body);
  }

  private FrontendMessage decode(char type, Body body) {
    try {
      FrontendMessage message =
          switch (type) {
            case 'Q' -> new FrontendMessage.Query(body.string());
            case 'P' -> parse(body);
            case 'B' -> bind(body);
            case 'D' -> new FrontendMessage.Describe(target(body), body.string());
            case 'E' -> new FrontendMessage.Execute(body.string(), body.int32());
            case 'C' -> new FrontendMessage.Close(target(body), body.string());
            case 'S' -> new FrontendMessage.Sync();
            case 'H' -> new FrontendMessage.Flush();
            case 'X' -> new FrontendMessage.Terminate();
            case 'F' -> skip(body, new FrontendMessage.FunctionCall());
            case 'p' -> skip(body, new FrontendMessage.Password());
            default -> skip(body, new FrontendMessage.Copy());
          };
      if (body.remaining() != 0) {
        throw violation("invalid message format");
      }
      return message;
    } catch (DbException e) {
      if (e.code() == ErrorCode.INVALID_UTF8) {
        return new FrontendMessage.Unreadable(type == 'Q', e);
      }
      throw e;
    }
  }

  private static FrontendMessage skip(Body body, FrontendMessage message) {
    body.skipAll();
    return message;
  }

  private static FrontendMessage parse(Body body) {
    String name = body.string();
    String sql = body.string();
    int count = body.count(4);
    List<Integer> oids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      oids.add(body.int32());
    }
    return new FrontendMessage.Parse(name, sql, oids);
  }

  private static FrontendMessage bind(Body body) {
    String portal = body.string();
    String statement = body.string();
    List<Integer> formats = formats(body);
    int count = body.count(4);
    int[] offsets = new int[count];
    int[] lengths = new int[count];
    int valuesStart = body.position;
    for (int i = 0; i < count; i++) {
      int length = body.int32();
      if (length < -1 || length > body.remaining()) {
        throw violation("insufficient data left in message");
      }
      offsets[i] = body.position - valuesStart;
      lengths[i] = length;
      body.position += Math.max(length, 0);
    }
    byte[] values = Arrays.copyOfRange(body.bytes, valuesStart, body.position);
    return new FrontendMessage.Bind(
        portal, statement, new BindParameters(values, offsets, lengths, formats), formats(body));
  }

  private static List<Integer> formats(Body body) {
    int count = body.count(2);
    List<Integer> formats = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int format = body.int16();
      if (format != BindParameters.TEXT && format != BindParameters.BINARY) {
        throw violation("unsupported format code: " + format);
      }
      formats.add(format);
    }
    return formats;
  }

  private static Target target(Body body) {
    int kind = body.int8();
    if (kind == 'S') {
      return Target.STATEMENT;
    }
    if (kind == 'P') {
      return Target.PORTAL;
    }
    throw violation("invalid message subtype " + kind);
  }

  private int lengthMax(char type) {
    return switch (type) {
      case 'Q', 'P', 'B', 'd', 'F' -> limits.longBytesMax();
      case 'D', 'E', 'C', 'S', 'H', 'X', 'p', 'c', 'f' -> limits.shortBytesMax();
      default -> throw violation("invalid frontend message type " + (int) type);
    };
  }

  private int intAt(int position) {
    return ((buffer[position] & 0xFF) << 24)
        | ((buffer[position + 1] & 0xFF) << 16)
        | ((buffer[position + 2] & 0xFF) << 8)
        | (buffer[position + 3] & 0xFF);
  }

  private static DbException violation(String message) {
    return new DbException(ErrorCode.PROTOCOL_VIOLATION, message);
  }

  /** The content of one packet; never reads beyond it. */
  private static final class Body {
    final byte[] bytes;
    final int end;
    int position;

    Body(byte[] bytes, int position, int end) {
      this.bytes = bytes;
      this.position = position;
      this.end = end;
    }

    int remaining() {
      return end - position;
    }

    int int8() {
      require(1);
      return bytes[position++] & 0xFF;
    }

    int int16() {
      require(2);
      position += 2;
      return ((bytes[position - 2] & 0xFF) << 8) | (bytes[position - 1] & 0xFF);
    }

    int int32() {
      require(4);
      int high = int16();
      return (high << 16) | int16();
    }

    /** A number of items that follow, each of so many bytes at least. */
    int count(int itemBytesMin) {
      int count = int16();
      if ((long) count * itemBytesMin > remaining()) {
        throw violation("insufficient data left in message");
      }
      return count;
    }

    String string() {
      int zero = position;
      while (zero < end && bytes[zero] != 0) {
        zero++;
      }
      if (zero == end) {
        throw violation("invalid string in message");
      }
      int from = position;
      position = zero + 1;
      try {
        return Utf8.decode(bytes, from, zero - from);
      } catch (DbException e) {
        skipAll();
        throw e;
      }
    }

    byte[] rest() {
      byte[] rest = Arrays.copyOfRange(bytes, position, end);
      position = end;
      return rest;
    }

    void skipAll() {
      position = end;
    }

    private void require(int count) {
      if (remaining() < count) {
        throw violation("insufficient data left in message");
      }
    }
  }
}
