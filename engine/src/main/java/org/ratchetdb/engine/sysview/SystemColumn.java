package org.ratchetdb.engine.sysview;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/**
 * A column of a system table.
 *
 * @param name in upper case
 * @param type the same in both dialects
 * @param source the value in an item, null for NULL
 */
record SystemColumn<T>(String name, SqlType type, Function<T, @Nullable Value> source) {
  private static final SqlType STRINGS = SqlType.arrayOf(SqlType.STRING);

  Value of(T item) {
    Value value = source.apply(item);
    return value == null ? new Value.Null(type) : value;
  }

  static <T> SystemColumn<T> string(String name, Function<T, @Nullable String> source) {
    return new SystemColumn<>(
        name,
        SqlType.STRING,
        item -> {
          String text = source.apply(item);
          return text == null ? null : new Value.Str(text);
        });
  }

  static <T> SystemColumn<T> integer(String name, ToLongFunction<T> source) {
    return new SystemColumn<>(
        name, SqlType.INT64, item -> new Value.Int64(source.applyAsLong(item)));
  }

  static <T> SystemColumn<T> nullableInteger(String name, Function<T, @Nullable Long> source) {
    return new SystemColumn<>(
        name,
        SqlType.INT64,
        item -> {
          Long number = source.apply(item);
          return number == null ? null : new Value.Int64(number);
        });
  }

  static <T> SystemColumn<T> number(String name, Function<T, @Nullable Double> source) {
    return new SystemColumn<>(
        name,
        SqlType.FLOAT64,
        item -> {
          Double number = source.apply(item);
          return number == null ? null : new Value.Float64(number);
        });
  }

  static <T> SystemColumn<T> flag(String name, Predicate<T> source) {
    return new SystemColumn<>(name, SqlType.BOOL, item -> new Value.Bool(source.test(item)));
  }

  /**
   * @param source microseconds since the epoch, null for NULL
   */
  static <T> SystemColumn<T> time(String name, Function<T, @Nullable Long> source) {
    return new SystemColumn<>(
        name,
        SqlType.TIMESTAMP,
        item -> {
          Long micros = source.apply(item);
          return micros == null ? null : new Value.Timestamp(micros, 0);
        });
  }

  /** Text as BYTES, as Spanner has some columns. */
  static <T> SystemColumn<T> bytes(String name, Function<T, String> source) {
    return new SystemColumn<>(
        name,
        SqlType.BYTES,
        item -> new Value.Bytes(source.apply(item).getBytes(StandardCharsets.UTF_8)));
  }

  static <T> SystemColumn<T> strings(String name, Function<T, List<String>> source) {
    return new SystemColumn<>(
        name,
        STRINGS,
        item ->
            new Value.Array(
                STRINGS,
                source.apply(item).stream().map(text -> (Value) new Value.Str(text)).toList()));
  }

  /** A column of Spanner's that we cannot fill. */
  static <T> SystemColumn<T> unknown(String name, SqlType type) {
    return new SystemColumn<>(name, type, item -> null);
  }
}
