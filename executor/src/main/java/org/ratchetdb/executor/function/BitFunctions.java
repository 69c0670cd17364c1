package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.BOOL;
import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.STRING;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.BitReversal;
import org.ratchetdb.common.value.Fingerprints;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;

/** Bit operators and hashes. */
final class BitFunctions {
  private BitFunctions() {}

  private interface LongOperator {
    long apply(long a, long b);
  }

  static void register(KernelRegistry r) {
    longs(r, "bit_and", (a, b) -> a & b);
    longs(r, "bit_or", (a, b) -> a | b);
    longs(r, "bit_xor", (a, b) -> a ^ b);
    r.rows("bit_not", (v, row, out, c) -> Outcomes.set(out, row, ~v[0].getLong(row)), INT64);
    longs(r, "shift_left", (a, b) -> distance(b) >= 64 ? 0 : a << b);
    longs(r, "shift_right", (a, b) -> distance(b) >= 64 ? 0 : a >>> b);
    longs(r, "pg_shift_left", (a, b) -> a << (b & 63));
    longs(r, "pg_shift_right", (a, b) -> a >> (b & 63));
    bytes(r, "bit_and", (a, b) -> a & b);
    bytes(r, "bit_or", (a, b) -> a | b);
    bytes(r, "bit_xor", (a, b) -> a ^ b);
    r.rows(
        "bit_not",
        (v, row, out, c) -> {
          byte[] value = v[0].getBytes(row);
          for (int i = 0; i < value.length; i++) {
            value[i] = (byte) ~value[i];
          }
          Outcomes.set(out, row, value);
        },
        BYTES);
    r.rows(
        "shift_left",
        (v, row, out, c) ->
            Outcomes.set(out, row, shift(v[0].getBytes(row), -distance(v[1].getLong(row)))),
        BYTES,
        INT64);
    r.rows(
        "shift_right",
        (v, row, out, c) ->
            Outcomes.set(out, row, shift(v[0].getBytes(row), distance(v[1].getLong(row)))),
        BYTES,
        INT64);
    r.rows(
        "bit_count",
        (v, row, out, c) -> Outcomes.set(out, row, (long) Long.bitCount(v[0].getLong(row))),
        INT64);
    r.rows(
        "bit_count",
        (v, row, out, c) -> {
          long count = 0;
          for (byte b : v[0].getBytes(row)) {
            count += Integer.bitCount(b & 0xFF);
          }
          Outcomes.set(out, row, count);
        },
        BYTES);
    r.rows(
        "bit_reverse",
        (v, row, out, c) ->
            Outcomes.set(out, row, BitReversal.reverse(v[0].getLong(row), v[1].getBoolean(row))),
        INT64,
        BOOL);
    registerHashes(r);
  }

  private static void longs(KernelRegistry r, String name, LongOperator operator) {
    r.rows(
        name,
        (v, row, out, c) ->
            Outcomes.set(out, row, operator.apply(v[0].getLong(row), v[1].getLong(row))),
        INT64,
        INT64);
  }

  private static long distance(long bits) {
    if (bits < 0) {
      throw Args.error("Bitwise shift by negative offset: " + bits);
    }
    return bits;
  }

  private static void bytes(KernelRegistry r, String name, LongOperator operator) {
    r.rows(
        name,
        (v, row, out, c) -> {
          byte[] a = v[0].getBytes(row);
          byte[] b = v[1].getBytes(row);
          if (a.length != b.length) {
            throw Args.error(
                "Bitwise binary operator for BYTES requires equal length of the inputs."
                    + " Got "
                    + a.length
                    + " bytes on the left hand side and "
                    + b.length
                    + " bytes on the right hand side.");
          }
          for (int i = 0; i < a.length; i++) {
            a[i] = (byte) operator.apply(a[i], b[i]);
          }
          Outcomes.set(out, row, a);
        },
        BYTES,
        BYTES);
  }

  /** Shifts to the right by bits, to the left when negative; fills with zeros. */
  private static byte[] shift(byte[] value, long bits) {
    byte[] result = new byte[value.length];
    long total = 8L * value.length;
    for (long bit = 0; bit < total; bit++) {
      long from = bit - bits;
      if (from >= 0 && from < total && (value[(int) (from >> 3)] & (0x80 >> (from & 7))) != 0) {
        result[(int) (bit >> 3)] |= (byte) (0x80 >> (bit & 7));
      }
    }
    return result;
  }

  private static void registerHashes(KernelRegistry r) {
    for (TypeKind kind : new TypeKind[] {STRING, BYTES}) {
      r.rows(
          "farm_fingerprint",
          (v, row, out, c) -> {
            BytesVector bytes = (BytesVector) v[0];
            Outcomes.set(
                out, row, Fingerprints.farm(bytes.buffer(), bytes.start(row), bytes.length(row)));
          },
          kind);
      digest(r, "md5", "MD5", kind);
      digest(r, "sha1", "SHA-1", kind);
      digest(r, "sha224", "SHA-224", kind);
      digest(r, "sha256", "SHA-256", kind);
      digest(r, "sha384", "SHA-384", kind);
      digest(r, "sha512", "SHA-512", kind);
      r.rows(
          "pg_md5",
          (v, row, out, c) ->
              Outcomes.set(out, row, HexFormat.of().formatHex(digest("MD5", v[0], row))),
          kind);
    }
  }

  private static void digest(KernelRegistry r, String name, String algorithm, TypeKind kind) {
    r.rows(name, (v, row, out, c) -> Outcomes.set(out, row, digest(algorithm, v[0], row)), kind);
  }

  private static byte[] digest(String algorithm, ColumnVector vector, int row) {
    BytesVector bytes = (BytesVector) vector;
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(bytes.buffer(), bytes.start(row), bytes.length(row));
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm, e);
    }
  }
}
