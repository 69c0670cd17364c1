package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.ARRAY;
import static org.ratchetdb.common.type.TypeKind.BYTES;
import static org.ratchetdb.common.type.TypeKind.DATE;
import static org.ratchetdb.common.type.TypeKind.FLOAT64;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.NUMERIC;
import static org.ratchetdb.common.type.TypeKind.STRING;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.CivilDates;
import org.ratchetdb.common.value.DateTimePart;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.vector.BytesVector;
import org.ratchetdb.executor.vector.ColumnVector;
import org.ratchetdb.executor.vector.Values;

/** Arrays and structs. */
final class ArrayFunctions {
  private static final int ELEMENTS_MAX = 16_000_000;

  private ArrayFunctions() {}

  static void register(KernelRegistry r) {
    r.factory("make_array", (arguments, result) -> construct());
    r.factory("make_struct", (arguments, result) -> construct());
    r.rows(
        "struct_field",
        (v, row, out, c) ->
            out.set(row, ((Value.Struct) v[0].get(row)).fields().get((int) v[1].getLong(row))),
        TypeKind.STRUCT,
        INT64);
    r.rows(
        "array_length",
        (v, row, out, c) -> Outcomes.set(out, row, (long) Args.array(v[0], row).size()),
        ARRAY);
    registerElements(r);
    registerMembership(r);
    registerBuilding(r);
    registerGenerators(r);
    registerPostgres(r);
  }

  private static Kernel construct() {
    return (v, rows, count, out, context) -> {
      SqlType type = out.type();
      for (int k = 0; k < count; k++) {
        List<Value> elements = new ArrayList<>(v.length);
        for (ColumnVector argument : v) {
          elements.add(argument.get(rows[k]));
        }
        out.set(
            rows[k],
            type.is(ARRAY) ? new Value.Array(type, elements) : new Value.Struct(type, elements));
      }
    };
  }

  private static void registerElements(KernelRegistry r) {
    element(r, "array_at_offset", 0, false);
    element(r, "array_at_ordinal", 1, false);
    element(r, "array_safe_at_offset", 0, true);
    element(r, "array_safe_at_ordinal", 1, true);
    element(r, "pg_array_at", 1, true);
    r.rows(
        "array_first",
        (v, row, out, c) -> out.set(row, end(Args.array(v[0], row), 0, "ARRAY_FIRST")),
        ARRAY);
    r.rows(
        "array_last",
        (v, row, out, c) -> {
          List<Value> elements = Args.array(v[0], row);
          out.set(row, end(elements, elements.size() - 1, "ARRAY_LAST"));
        },
        ARRAY);
    extreme(r, "array_min", -1);
    extreme(r, "array_max", 1);
  }

  private static Value end(List<Value> elements, int index, String function) {
    if (elements.isEmpty()) {
      throw Args.error(function + " cannot get the element of an empty array");
    }
    return elements.get(index);
  }

  private static void element(KernelRegistry r, String name, int first, boolean safe) {
    r.rows(
        name,
        (v, row, out, c) -> {
          List<Value> elements = Args.array(v[0], row);
          long index = v[1].getLong(row) - first;
          if (index >= 0 && index < elements.size()) {
            out.set(row, elements.get((int) index));
          } else if (safe) {
            out.setNull(row);
          } else {
            throw Args.error("Array index " + v[1].getLong(row) + " is out of bounds");
          }
        },
        ARRAY,
        INT64);
  }

  private static void extreme(KernelRegistry r, String name, int sign) {
    r.rows(
        name,
        (v, row, out, c) -> {
          Value best = null;
          for (Value element : Args.array(v[0], row)) {
            if (!element.isNull()
                && (best == null || isNaN(element) || Values.compare(element, best) * sign > 0)) {
              best = element;
              if (isNaN(element)) {
                break;
              }
            }
          }
          if (best == null) {
            out.setNull(row);
          } else {
            out.set(row, best);
          }
        },
        ARRAY);
  }

  private static boolean isNaN(Value value) {
    return value instanceof Value.Float64 f && Double.isNaN(f.value());
  }

  private static void registerMembership(KernelRegistry r) {
    r.nullableRows(
        "in_array",
        (v, row, out, c) -> {
          List<Value> elements = v[1].isNull(row) ? List.of() : Args.array(v[1], row);
          setTruth(
              out, row, elements.isEmpty() ? Boolean.FALSE : contains(elements, v[0].get(row)));
        },
        KernelRegistry.ANY,
        ARRAY);
    r.rows(
        "array_includes",
        (v, row, out, c) -> Outcomes.set(out, row, includes(Args.array(v[0], row), v[1].get(row))),
        ARRAY,
        KernelRegistry.ANY);
    r.rows(
        "array_includes_any",
        (v, row, out, c) -> Outcomes.set(out, row, includesAny(v, row)),
        ARRAY,
        ARRAY);
    r.rows(
        "array_includes_all",
        (v, row, out, c) -> Outcomes.set(out, row, includesAll(v, row)),
        ARRAY,
        ARRAY);
    r.rows(
        "pg_array_contains",
        (v, row, out, c) -> Outcomes.set(out, row, includesAll(v, row)),
        ARRAY,
        ARRAY);
    r.rows(
        "pg_array_overlaps",
        (v, row, out, c) -> Outcomes.set(out, row, includesAny(v, row)),
        ARRAY,
        ARRAY);
    r.rows(
        "array_is_distinct",
        (v, row, out, c) -> {
          TreeSet<Value> seen = new TreeSet<>(Values::compare);
          boolean distinct = true;
          for (Value element : Args.array(v[0], row)) {
            distinct &= seen.add(element);
          }
          Outcomes.set(out, row, distinct);
        },
        ARRAY);
  }

  private static boolean includesAny(ColumnVector[] v, int row) {
    List<Value> elements = Args.array(v[0], row);
    return Args.array(v[1], row).stream().anyMatch(e -> includes(elements, e));
  }

  private static boolean includesAll(ColumnVector[] v, int row) {
    List<Value> elements = Args.array(v[0], row);
    return Args.array(v[1], row).stream().allMatch(e -> includes(elements, e));
  }

  private static boolean includes(List<Value> elements, Value value) {
    Boolean contained = contains(elements, value);
    return contained != null && contained;
  }

  /** IN over elements: null for unknown. */
  private static @Nullable Boolean contains(List<Value> elements, Value value) {
    boolean unknown = false;
    for (Value element : elements) {
      Boolean equal = Comparisons.equal(element, value);
      if (equal == null) {
        unknown = true;
      } else if (equal) {
        return true;
      }
    }
    return unknown ? null : false;
  }

  private static void setTruth(ColumnVector out, int row, @Nullable Boolean truth) {
    if (truth == null) {
      out.setNull(row);
    } else {
      Outcomes.set(out, row, (boolean) truth);
    }
  }

  private static void registerBuilding(KernelRegistry r) {
    r.variadic(
        "concat",
        (v, row, out, c) -> {
          List<Value> all = new ArrayList<>();
          for (ColumnVector argument : v) {
            all.addAll(Args.array(argument, row));
          }
          set(out, row, all);
        },
        ARRAY);
    r.alias("array_concat", "concat");
    r.rows(
        "array_reverse",
        (v, row, out, c) -> {
          List<Value> reversed = new ArrayList<>(Args.array(v[0], row));
          Collections.reverse(reversed);
          set(out, row, reversed);
        },
        ARRAY);
    r.rows("array_slice", ArrayFunctions::slice, ARRAY, INT64, INT64);
    for (TypeKind kind : new TypeKind[] {STRING, BYTES}) {
      r.rows("array_to_string", ArrayFunctions::join, ARRAY, kind);
      r.rows("array_to_string", ArrayFunctions::join, ARRAY, kind, kind);
    }
    r.rows(
        "split", (v, row, out, c) -> setTexts(out, row, split(v[0].getString(row), ",")), STRING);
    r.rows(
        "split",
        (v, row, out, c) -> setTexts(out, row, split(v[0].getString(row), v[1].getString(row))),
        STRING,
        STRING);
    r.rows(
        "split",
        (v, row, out, c) -> {
          List<Value> parts = new ArrayList<>();
          for (String part :
              split(StringFunctions.latin1(v[0], row), StringFunctions.latin1(v[1], row))) {
            parts.add(new Value.Bytes(part.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
          }
          set(out, row, parts);
        },
        BYTES,
        BYTES);
    r.rows("split_substr", ArrayFunctions::splitSubstring, STRING, STRING, INT64);
    r.rows("split_substr", ArrayFunctions::splitSubstring, STRING, STRING, INT64, INT64);
  }

  static void set(ColumnVector out, int row, List<Value> elements) {
    out.set(row, new Value.Array(out.type(), elements));
  }

  private static void setTexts(ColumnVector out, int row, List<String> texts) {
    List<Value> values = new ArrayList<>(texts.size());
    for (String text : texts) {
      values.add(new Value.Str(text));
    }
    set(out, row, values);
  }

  static List<String> split(String text, String delimiter) {
    List<String> parts = new ArrayList<>();
    if (text.isEmpty()) {
      parts.add("");
      return parts;
    }
    if (delimiter.isEmpty()) {
      text.codePoints().forEach(p -> parts.add(Character.toString(p)));
      return parts;
    }
    int from = 0;
    for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, from)) {
      parts.add(text.substring(from, at));
      from = at + delimiter.length();
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static void splitSubstring(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    String delimiter = v[1].getString(row);
    if (delimiter.isEmpty()) {
      throw Args.error("The delimiter of SPLIT_SUBSTR must not be empty");
    }
    List<String> parts = split(v[0].getString(row), delimiter);
    long start = v[2].getLong(row);
    long count = v.length > 3 ? v[3].getLong(row) : Long.MAX_VALUE;
    if (count < 0) {
      throw Args.error("The count of SPLIT_SUBSTR cannot be negative");
    }
    long from = start > 0 ? start - 1 : start < 0 ? Math.max(0, parts.size() + start) : 0;
    if (from >= parts.size()) {
      Outcomes.set(out, row, "");
      return;
    }
    long to = count > parts.size() - from ? parts.size() : from + count;
    Outcomes.set(out, row, String.join(delimiter, parts.subList((int) from, (int) to)));
  }

  private static void slice(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    List<Value> elements = Args.array(v[0], row);
    long size = elements.size();
    long from = v[1].getLong(row);
    long to = v[2].getLong(row);
    from = Math.max(0, from < 0 ? size + from : from);
    to = Math.min(size - 1, to < 0 ? size + to : to);
    set(out, row, from > to ? List.of() : elements.subList((int) from, (int) to + 1));
  }

  private static void join(
      ColumnVector[] v,
      int row,
      ColumnVector out,
      org.ratchetdb.executor.context.ExecutionContext context) {
    java.io.ByteArrayOutputStream joined = new java.io.ByteArrayOutputStream();
    BytesVector delimiter = (BytesVector) v[1];
    boolean first = true;
    for (Value element : Args.array(v[0], row)) {
      byte[] text;
      if (!element.isNull()) {
        text =
            element instanceof Value.Bytes b
                ? b.value()
                : Values.utf8(((Value.Str) element).value());
      } else if (v.length > 2) {
        text = v[2].getBytes(row);
      } else {
        continue;
      }
      if (!first) {
        joined.write(delimiter.buffer(), delimiter.start(row), delimiter.length(row));
      }
      first = false;
      joined.write(text, 0, text.length);
    }
    Outcomes.set(out, row, joined.toByteArray());
  }

  private static void registerGenerators(KernelRegistry r) {
    r.rows("generate_array", (v, row, out, c) -> longs(v, row, out, 1), INT64, INT64);
    r.rows(
        "generate_array",
        (v, row, out, c) -> longs(v, row, out, v[2].getLong(row)),
        INT64,
        INT64,
        INT64);
    r.rows("generate_array", (v, row, out, c) -> doubles(v, row, out, 1), FLOAT64, FLOAT64);
    r.rows(
        "generate_array",
        (v, row, out, c) -> doubles(v, row, out, v[2].getDouble(row)),
        FLOAT64,
        FLOAT64,
        FLOAT64);
    r.rows(
        "generate_array",
        (v, row, out, c) -> decimals(v, row, out, BigDecimal.ONE),
        NUMERIC,
        NUMERIC);
    r.rows(
        "generate_array",
        (v, row, out, c) -> decimals(v, row, out, Arithmetic.decimal(v[2], row)),
        NUMERIC,
        NUMERIC,
        NUMERIC);
    for (DateTimePart part :
        new DateTimePart[] {
          DateTimePart.DAY,
          DateTimePart.WEEK,
          DateTimePart.MONTH,
          DateTimePart.QUARTER,
          DateTimePart.YEAR
        }) {
      r.rows(
          "generate_date_array_" + part.name().toLowerCase(java.util.Locale.ROOT),
          (v, row, out, c) -> dates(v, row, out, part),
          DATE,
          DATE,
          INT64);
    }
  }

  private static void requireStep(boolean zero) {
    if (zero) {
      throw Args.error("Sequence step cannot be 0.");
    }
  }

  private static void requireRoom(List<Value> elements) {
    if (elements.size() >= ELEMENTS_MAX) {
      throw new DbException(
          ErrorCode.LIMIT_EXCEEDED, "Cannot generate arrays with more than 16000000 elements.");
    }
  }

  private static void longs(ColumnVector[] v, int row, ColumnVector out, long step) {
    requireStep(step == 0);
    long end = v[1].getLong(row);
    List<Value> elements = new ArrayList<>();
    long value = v[0].getLong(row);
    while (step > 0 ? value <= end : value >= end) {
      requireRoom(elements);
      elements.add(new Value.Int64(value));
      long next = value + step;
      if (((value ^ next) & (step ^ next)) < 0) {
        break;
      }
      value = next;
    }
    set(out, row, elements);
  }

  private static void doubles(ColumnVector[] v, int row, ColumnVector out, double step) {
    double start = v[0].getDouble(row);
    double end = v[1].getDouble(row);
    requireStep(step == 0);
    if (Double.isNaN(start + end + step) || !Double.isFinite(start) || !Double.isFinite(step)) {
      throw Args.error("Illegal argument of GENERATE_ARRAY: NaN or infinity");
    }
    List<Value> elements = new ArrayList<>();
    for (long i = 0; ; i++) {
      double value = start + i * step;
      if (step > 0 ? value > end : value < end) {
        break;
      }
      requireRoom(elements);
      elements.add(new Value.Float64(value));
    }
    set(out, row, elements);
  }

  private static void decimals(ColumnVector[] v, int row, ColumnVector out, BigDecimal step) {
    requireStep(step.signum() == 0);
    BigDecimal end = Arithmetic.decimal(v[1], row);
    List<Value> elements = new ArrayList<>();
    BigDecimal value = Arithmetic.decimal(v[0], row);
    while (value.compareTo(end) * step.signum() <= 0) {
      requireRoom(elements);
      elements.add(new Value.Numeric(org.ratchetdb.executor.vector.DecimalVector.canonical(value)));
      value = value.add(step);
    }
    set(out, row, elements);
  }

  private static void dates(ColumnVector[] v, int row, ColumnVector out, DateTimePart part) {
    int start = (int) v[0].getLong(row);
    long end = v[1].getLong(row);
    long step = v[2].getLong(row);
    requireStep(step == 0);
    List<Value> elements = new ArrayList<>();
    int date = start;
    for (long i = 1; step > 0 ? date <= end : date >= end; i++) {
      requireRoom(elements);
      elements.add(new Value.Date(date));
      try {
        date = CivilDates.add(start, Math.multiplyExact(i, step), part);
      } catch (DbException | ArithmeticException e) {
        break; // beyond the calendar, so beyond the end
      }
    }
    set(out, row, elements);
  }

  private static void registerPostgres(KernelRegistry r) {
    r.nullableRows(
        "pg_array_append",
        (v, row, out, c) -> {
          List<Value> all = new ArrayList<>(v[0].isNull(row) ? List.of() : Args.array(v[0], row));
          all.add(v[1].get(row));
          set(out, row, all);
        },
        ARRAY,
        KernelRegistry.ANY);
    r.nullableRows(
        "pg_array_prepend",
        (v, row, out, c) -> {
          List<Value> all = new ArrayList<>();
          all.add(v[0].get(row));
          if (!v[1].isNull(row)) {
            all.addAll(Args.array(v[1], row));
          }
          set(out, row, all);
        },
        KernelRegistry.ANY,
        ARRAY);
    r.rows(
        "pg_array_length",
        (v, row, out, c) -> {
          int size = Args.array(v[0], row).size();
          if (v[1].getLong(row) == 1 && size > 0) {
            Outcomes.set(out, row, (long) size);
          } else {
            out.setNull(row);
          }
        },
        ARRAY,
        INT64);
    r.nullableRows(
        "pg_array_position",
        (v, row, out, c) -> {
          out.setNull(row);
          if (v[0].isNull(row)) {
            return;
          }
          List<Value> elements = Args.array(v[0], row);
          Value sought = v[1].get(row);
          for (int i = 0; i < elements.size(); i++) {
            if (Values.compare(elements.get(i), sought) == 0) {
              Outcomes.set(out, row, i + 1L);
              return;
            }
          }
        },
        ARRAY,
        KernelRegistry.ANY);
    r.nullableRows(
        "pg_string_to_array",
        (v, row, out, c) -> {
          if (v[0].isNull(row)) {
            out.setNull(row);
            return;
          }
          String text = v[0].getString(row);
          if (text.isEmpty()) {
            set(out, row, List.of());
          } else if (v[1].isNull(row)) {
            setTexts(out, row, split(text, ""));
          } else if (v[1].getString(row).isEmpty()) {
            setTexts(out, row, List.of(text));
          } else {
            setTexts(out, row, split(text, v[1].getString(row)));
          }
        },
        STRING,
        STRING);
  }
}
