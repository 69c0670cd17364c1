package org.ratchetdb.common.value;

import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

/**
 * Text of single values in both dialects, by type. Each type's own class holds the rules; open
 * {@link DateTimeText}, {@link PgDateTimeText}, {@link FloatText} and {@link NumericText} for them.
 */
public final class Values {
  private Values() {}

  /**
   * The text of a value: GoogleSQL's CAST to STRING, or PostgreSQL's output form.
   *
   * @param value not NULL
   * @param zone of timestamps: the database's default zone, or the session's TimeZone
   */
  public static String format(Value value, Dialect dialect, ZoneId zone) {
    boolean pg = dialect == Dialect.POSTGRESQL;
    if (value instanceof Value.Str v) {
      return v.value();
    }
    if (value instanceof Value.Int64 v) {
      return Long.toString(v.value());
    }
    if (value instanceof Value.Bool v) {
      return v.value() ? "true" : "false";
    }
    if (value instanceof Value.Float64 v) {
      return pg ? FloatText.formatPostgres(v.value()) : FloatText.formatGoogle(v.value());
    }
    if (value instanceof Value.Float32 v) {
      return pg ? FloatText.formatPostgres(v.value()) : FloatText.formatGoogle(v.value());
    }
    if (value instanceof Value.Numeric v) {
      return NumericText.format(v.value());
    }
    if (value instanceof Value.PgNumeric v) {
      return NumericText.formatPostgres(v.value());
    }
    if (value instanceof Value.Date v) {
      return DateTimeText.formatDate(v.epochDay());
    }
    if (value instanceof Value.Timestamp v) {
      return pg
          ? PgDateTimeText.formatTimestamp(v.epochMicros(), v.nanos(), zone)
          : DateTimeText.formatTimestamp(v.epochMicros(), v.nanos(), zone);
    }
    if (value instanceof Value.Bytes v) {
      byte[] bytes = v.value();
      return pg ? BytesText.formatPostgres(bytes) : BytesText.decodeUtf8(bytes, 0, bytes.length);
    }
    if (value instanceof Value.Uuid v) {
      return UuidText.format(v.value());
    }
    if (value instanceof Value.Json v) {
      return v.text();
    }
    if (value instanceof Value.Interval v) {
      return pg ? PgIntervalText.format(v) : IntervalText.format(v);
    }
    if (value instanceof Value.Oid v) {
      return Long.toString(v.value());
    }
    if (value instanceof Value.Array v) {
      return formatArray(v, dialect, zone);
    }
    if (value instanceof Value.Struct v) {
      return formatStruct(v, dialect, zone);
    }
    throw new DbException(ErrorCode.INTERNAL, "NULL has no text");
  }

  /** Reads the text of a type: GoogleSQL's CAST from STRING, or PostgreSQL's input form. */
  public static Value parse(String text, SqlType type, Dialect dialect, ZoneId zone) {
    boolean pg = dialect == Dialect.POSTGRESQL;
    return switch (type.kind()) {
      case STRING, UNKNOWN -> new Value.Str(text);
      case BOOL -> new Value.Bool(pg ? parsePostgresBool(text) : parseGoogleBool(text));
      case INT64 ->
          new Value.Int64(pg ? NumericText.parseBigint(text) : NumericText.parseInt64(text));
      case FLOAT64 ->
          new Value.Float64(pg ? FloatText.parsePostgres(text) : FloatText.parseGoogle(text));
      case FLOAT32 ->
          new Value.Float32(
              pg ? FloatText.parsePostgresFloat(text) : FloatText.parseGoogleFloat(text));
      case NUMERIC -> new Value.Numeric(NumericText.parse(text));
      case PG_NUMERIC -> NumericText.parsePostgres(text);
      case DATE ->
          new Value.Date(pg ? PgDateTimeText.parseDate(text) : DateTimeText.parseDate(text));
      case TIMESTAMP ->
          pg ? PgDateTimeText.parseTimestamp(text, zone) : DateTimeText.parseTimestamp(text, zone);
      case BYTES ->
          new Value.Bytes(pg ? BytesText.parsePostgres(text) : BytesText.encodeUtf8(text));
      case UUID -> new Value.Uuid(pg ? UuidText.parsePostgres(text) : UuidText.parseGoogle(text));
      case JSON -> new Value.Json(JsonText.canonicalGoogle(text), SqlType.JSON);
      case PG_JSONB -> new Value.Json(JsonText.canonicalPostgres(text), SqlType.PG_JSONB);
      case INTERVAL -> pg ? PgIntervalText.parse(text) : IntervalText.parse(text);
      case PG_OID -> new Value.Oid(NumericText.parsePgInteger(text, "oid", 0, 0xFFFFFFFFL));
      case ARRAY -> {
        if (!pg) {
          throw DbException.notSupported("CAST from STRING to " + type);
        }
        List<Value> elements = new ArrayList<>();
        for (String element : PgArrayText.parse(text)) {
          elements.add(
              element == null
                  ? new Value.Null(type.elementType())
                  : parse(element, type.elementType(), dialect, zone));
        }
        yield new Value.Array(type, elements);
      }
      case STRUCT -> throw DbException.notSupported("Reading text of type " + type);
    };
  }

  /** {@code true} or {@code false} in any case. */
  public static boolean parseGoogleBool(String text) {
    if (text.equalsIgnoreCase("true")) {
      return true;
    }
    if (text.equalsIgnoreCase("false")) {
      return false;
    }
    throw new DbException(ErrorCode.INVALID_TEXT_REPRESENTATION, "Bad bool value: " + text);
  }

  /** Unique prefixes of true, false, yes, no, on, off, and 1 and 0. */
  public static boolean parsePostgresBool(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.isEmpty()) {
      if (word.equals("1")
          || word.equals("on")
          || "true".startsWith(word)
          || "yes".startsWith(word)) {
        return true;
      }
      if (word.equals("0")
          || (word.length() > 1 && "off".startsWith(word))
          || "false".startsWith(word)
          || "no".startsWith(word)) {
        return false;
      }
    }
    throw PgErrors.invalidInput("boolean", text);
  }

  private static String formatArray(Value.Array array, Dialect dialect, ZoneId zone) {
    if (dialect == Dialect.POSTGRESQL) {
      List<@Nullable String> texts = new ArrayList<>();
      for (Value element : array.elements()) {
        texts.add(element.isNull() ? null : formatInsidePgArray(element, zone));
      }
      return PgArrayText.format(texts);
    }
    StringBuilder out = new StringBuilder("[");
    for (Value element : array.elements()) {
      if (out.length() > 1) {
        out.append(", ");
      }
      out.append(element.isNull() ? "NULL" : format(element, dialect, zone));
    }
    return out.append(']').toString();
  }

  private static String formatInsidePgArray(Value element, ZoneId zone) {
    if (element instanceof Value.Bool v) {
      return v.value() ? "t" : "f";
    }
    return format(element, Dialect.POSTGRESQL, zone);
  }

  private static String formatStruct(Value.Struct struct, Dialect dialect, ZoneId zone) {
    StringBuilder out = new StringBuilder("(");
    boolean pg = dialect == Dialect.POSTGRESQL;
    for (int i = 0; i < struct.fields().size(); i++) {
      if (i > 0) {
        out.append(pg ? "," : ", ");
      }
      Value field = struct.fields().get(i);
      if (!field.isNull()) {
        String text = pg ? formatInsidePgArray(field, zone) : format(field, dialect, zone);
        out.append(pg ? quoteRecordField(text) : text);
      } else if (!pg) {
        out.append("NULL");
      }
    }
    return out.append(')').toString();
  }

  private static String quoteRecordField(String text) {
    boolean plain = !text.isEmpty();
    for (int i = 0; i < text.length() && plain; i++) {
      plain = "(),\"\\ \t\n\r".indexOf(text.charAt(i)) < 0;
    }
    return plain ? text : '"' + text.replace("\\", "\\\\").replace("\"", "\"\"") + '"';
  }

  /** A value's equality class in GROUP BY and DISTINCT: strips the scale of numerics. */
  public static BigDecimal groupingForm(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }
}
