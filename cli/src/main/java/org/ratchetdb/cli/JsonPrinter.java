package org.ratchetdb.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.jdbc.convert.ValueText;

/**
 * Prints each result as a JSON array with an object per row and line. Numbers are exact, with all
 * their digits; NaN and infinities, dates, timestamps, UUIDs and intervals are strings, bytes are
 * base64, JSON columns are embedded as they are. Columns without a label are called {@code
 * column1}, {@code column2}; of two with the same label the later gets a number.
 */
final class JsonPrinter implements ResultPrinter {
  private static final JsonFactory FACTORY = new JsonFactory();

  @Override
  public void rows(ResultSet rows, PrintWriter out) throws SQLException {
    String[] names = names(rows);
    String separator = "[";
    while (rows.next()) {
      out.print(separator);
      out.print('\n');
      out.print(object(rows, names));
      separator = ",";
    }
    out.print(separator.equals("[") ? "[]\n" : "\n]\n");
  }

  private static String[] names(ResultSet rows) throws SQLException {
    String[] names = new String[rows.getMetaData().getColumnCount()];
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < names.length; i++) {
      String label = rows.getMetaData().getColumnLabel(i + 1);
      String name = label.isEmpty() ? "column" + (i + 1) : label;
      for (int n = 2; !taken.add(name); n++) {
        name = label + "_" + n;
      }
      names[i] = name;
    }
    return names;
  }

  private static String object(ResultSet rows, String[] names) throws SQLException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      for (int i = 0; i < names.length; i++) {
        json.writeFieldName(names[i]);
        write(json, rows.getObject(i + 1, Value.class));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, @Nullable Value value) throws IOException {
    if (value == null || value.isNull()) {
      json.writeNull();
    } else if (value instanceof Value.Bool v) {
      json.writeBoolean(v.value());
    } else if (value instanceof Value.Array v) {
      json.writeStartArray();
      for (Value element : v.elements()) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Value.Struct v) {
      json.writeStartObject();
      for (int i = 0; i < v.fields().size(); i++) {
        String name = v.type().fields().get(i).name();
        json.writeFieldName(name.isEmpty() ? "field" + (i + 1) : name);
        write(json, v.fields().get(i));
      }
      json.writeEndObject();
    } else if (value instanceof Value.Json v) {
      json.writeRawValue(v.text());
    } else {
      String text = ValueText.of(value, Dialect.GOOGLE_STANDARD_SQL);
      if (isNumber(value, text)) {
        json.writeNumber(text);
      } else {
        json.writeString(text);
      }
    }
  }

  private static boolean isNumber(Value value, String text) {
    char last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    return value.type().isNumeric() && last >= '0' && last <= '9';
  }

  @Override
  public void done(long updateCount, boolean counts, PrintWriter out) {
    // Only rows are values.
  }
}
