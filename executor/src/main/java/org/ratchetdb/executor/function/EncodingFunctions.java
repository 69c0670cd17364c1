package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.ARRAY;
import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.STRING;

import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** Bytes as hexadecimal, base32 and base64 text, and text as code points. */
final class EncodingFunctions {
  private EncodingFunctions() {}

  static void register(KernelRegistry r) {
    encode(r, "to_hex", HexFormat.of()::formatHex);
    encode(r, "to_base64", Base64.getEncoder()::encodeToString);
    encode(r, "to_base32", BaseEncoding.base32()::encode);
    encode(r, "safe_convert_bytes_to_string", b -> new String(b, StandardCharsets.UTF_8));
    decode(r, "from_hex", EncodingFunctions::fromHex);
    decode(r, "from_base64", s -> Base64.getMimeDecoder().decode(s));
    decode(r, "from_base32", BaseEncoding.base32()::decode);
    r.rows(
        "to_code_points",
        (v, row, out, c) -> {
          List<Value> points = new ArrayList<>();
          v[0].getString(row).codePoints().forEach(p -> points.add(new Value.Int64(p)));
          out.set(row, new Value.Array(SqlType.arrayOf(SqlType.INT64), points));
        },
        STRING);
    r.rows(
        "to_code_points",
        (v, row, out, c) -> {
          List<Value> points = new ArrayList<>();
          for (byte b : v[0].getBytes(row)) {
            points.add(new Value.Int64(b & 0xFF));
          }
          out.set(row, new Value.Array(SqlType.arrayOf(SqlType.INT64), points));
        },
        BYTES);
    r.rows(
        "code_points_to_string",
        (v, row, out, c) -> {
          StringBuilder text = new StringBuilder();
          for (Value element : Args.array(v[0], row)) {
            if (element.isNull()) {
              out.setNull(row);
              return;
            }
            text.appendCodePoint(codePoint(((Value.Int64) element).value()));
          }
          Outcomes.set(out, row, text.toString());
        },
        ARRAY);
    r.rows(
        "code_points_to_bytes",
        (v, row, out, c) -> {
          List<Value> elements = Args.array(v[0], row);
          byte[] bytes = new byte[elements.size()];
          for (int i = 0; i < bytes.length; i++) {
            if (elements.get(i).isNull()) {
              out.setNull(row);
              return;
            }
            long value = ((Value.Int64) elements.get(i)).value();
            if (value < 0 || value > 255) {
              throw Args.error("Invalid extended ASCII code point: " + value);
            }
            bytes[i] = (byte) value;
          }
          Outcomes.set(out, row, bytes);
        },
        ARRAY);
  }

  private static int codePoint(long value) {
    if (value < 0
        || value > Character.MAX_CODE_POINT
        || (value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE)) {
      throw Args.error("Invalid codepoint " + value);
    }
    return (int) value;
  }

  private static void encode(KernelRegistry r, String name, Function<byte[], String> encoder) {
    r.rows(
        name, (v, row, out, c) -> Outcomes.set(out, row, encoder.apply(v[0].getBytes(row))), BYTES);
  }

  private static void decode(KernelRegistry r, String name, Function<String, byte[]> decoder) {
    r.rows(
        name,
        (v, row, out, c) -> {
          try {
            Outcomes.set(out, row, decoder.apply(v[0].getString(row)));
          } catch (IllegalArgumentException e) {
            throw new DbException(
                ErrorCode.VALUE_OUT_OF_RANGE,
                "Failed to decode invalid "
                    + name.substring("from_".length())
                    + " string: "
                    + v[0].getString(row),
                e);
          }
        },
        STRING);
  }

  private static byte[] fromHex(String text) {
    return HexFormat.of().parseHex(text.length() % 2 == 0 ? text : "0" + text);
  }
}
