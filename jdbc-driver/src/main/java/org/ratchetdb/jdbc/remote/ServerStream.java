package org.ratchetdb.jdbc.remote;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.ratchetdb.common.concurrent.BusyPoll;

/**
 * Messages to and from a server. Outgoing ones gather in memory until {@link #flush}; of incoming
 * ones the last is readable, until the next is read. Owned by one thread, but for {@link #close}.
 *
 * <pre>
 *   message    | type (1 byte) | length (int32, itself included) | body |
 * </pre>
 */
final class ServerStream implements Closeable {
  /** Longest message taken from a server; PostgreSQL's own limit is 1 GiB. */
  private static final int MESSAGE_BYTES_MAX = 1 << 30;

  private static final int INPUT_BYTES = 64 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private byte[] output = new byte[8 << 10];
  private int outputLength;
  private int messageBegin;

  private final byte[] input = new byte[INPUT_BYTES];
  private int inputPosition;
  private int inputLimit;

  private final BusyPoll poll = new BusyPoll();

  private byte[] body = new byte[8 << 10];
  private int bodyLength;
  private int bodyPosition;

  ServerStream(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  void timeout(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  // ---- Out ----

  private void reserve(int bytes) {
    if (outputLength + bytes > output.length) {
      output = Arrays.copyOf(output, Math.max(output.length * 2, outputLength + bytes));
    }
  }

  /** Begins a message with a type. */
  void begin(char type) {
    reserve(5);
    output[outputLength++] = (byte) type;
    messageBegin = outputLength;
    outputLength += 4;
  }

  /** Begins a message without a type, as the first of a connection is. */
  void beginUntyped() {
    reserve(4);
    messageBegin = outputLength;
    outputLength += 4;
  }

  void end() {
    setInt32(messageBegin, outputLength - messageBegin);
  }

  private void setInt32(int at, int value) {
    output[at] = (byte) (value >>> 24);
    output[at + 1] = (byte) (value >>> 16);
    output[at + 2] = (byte) (value >>> 8);
    output[at + 3] = (byte) value;
  }

  void int8(int value) {
    reserve(1);
    output[outputLength++] = (byte) value;
  }

  void int16(int value) {
    reserve(2);
    output[outputLength++] = (byte) (value >>> 8);
    output[outputLength++] = (byte) value;
  }

  void int32(int value) {
    reserve(4);
    setInt32(outputLength, value);
    outputLength += 4;
  }

  void int64(long value) {
    int32((int) (value >>> 32));
    int32((int) value);
  }

  void bytes(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, output, outputLength, value.length);
    outputLength += value.length;
  }

  /** A text with its terminator. */
  void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
    int8(0);
  }

  /** A message without a body. */
  void empty(char type) {
    begin(type);
    end();
  }

  /** Bytes that wait for {@link #flush}. */
  int pendingBytes() {
    return outputLength;
  }

  void flush() throws IOException {
    out.write(output, 0, outputLength);
    out.flush();
    outputLength = 0;
  }

  // ---- In ----

  private void fill() throws IOException {
    poll.engage();
    int n;
    try {
      var unused = poll.poll(in::available);
      n = in.read(input, 0, input.length);
    } finally {
      poll.disengage();
    }
    if (n < 0) {
      throw new EOFException("The server closed the connection");
    }
    inputPosition = 0;
    inputLimit = n;
  }

  private int inputByte() throws IOException {
    if (inputPosition == inputLimit) {
      fill();
    }
    return input[inputPosition++] & 0xFF;
  }

  /** Reads the next message; returns its type. */
  char read() throws IOException {
    char type = (char) inputByte();
    int length = ((inputByte() << 24) | (inputByte() << 16) | (inputByte() << 8) | inputByte()) - 4;
    if (length < 0 || length > MESSAGE_BYTES_MAX) {
      throw new IOException("The server sent a message of " + length + " bytes");
    }
    if (length > body.length) {
      body = new byte[Math.max(length, Math.min(body.length * 2, MESSAGE_BYTES_MAX))];
    }
    int done = 0;
    while (done < length) {
      if (inputPosition == inputLimit) {
        fill();
      }
      int n = Math.min(length - done, inputLimit - inputPosition);
      System.arraycopy(input, inputPosition, body, done, n);
      inputPosition += n;
      done += n;
    }
    bodyLength = length;
    bodyPosition = 0;
    return type;
  }

  /** The body of the last message; reused by the next. */
  byte[] body() {
    return body;
  }

  int position() {
    return bodyPosition;
  }

  boolean hasMore() {
    return bodyPosition < bodyLength;
  }

  private void need(int bytes) throws IOException {
    if (bytes < 0 || bodyPosition + bytes > bodyLength) {
      throw new IOException("The server sent a message that is too short");
    }
  }

  int readInt8() throws IOException {
    need(1);
    return body[bodyPosition++] & 0xFF;
  }

  int readInt16() throws IOException {
    need(2);
    int value = ((body[bodyPosition] & 0xFF) << 8) | (body[bodyPosition + 1] & 0xFF);
    bodyPosition += 2;
    return value;
  }

  int readInt32() throws IOException {
    need(4);
    int value = WireValues.int32(body, bodyPosition);
    bodyPosition += 4;
    return value;
  }

  String readText() throws IOException {
    int end = bodyPosition;
    while (end < bodyLength && body[end] != 0) {
      end++;
    }
    need(end - bodyPosition + 1);
    String value = new String(body, bodyPosition, end - bodyPosition, StandardCharsets.UTF_8);
    bodyPosition = end + 1;
    return value;
  }

  void skip(int bytes) throws IOException {
    need(bytes);
    bodyPosition += bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
