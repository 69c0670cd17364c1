package org.ratchetdb.engine.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.value.Timestamps;

/**
 * Which timestamp reads outside read-write transactions see. Two bounds let the database choose,
 * and may be used for one statement outside a transaction only: see {@link #singleUseOnly}.
 */
public sealed interface TimestampBound {
  /** Sees everything committed before the read began. */
  record Strong() implements TimestampBound {
    public static final Strong INSTANCE = new Strong();
  }

  /**
   * Sees exactly the commits at or before a timestamp. One in the future is waited for, at most an
   * hour.
   */
  record ReadTimestamp(CommitTimestamp timestamp) implements TimestampBound {}

  /** As {@link ReadTimestamp}, so long before now. */
  record ExactStaleness(Duration staleness) implements TimestampBound {
    public ExactStaleness {
      requireNotNegative(staleness);
    }
  }

  /** Sees the newest state that needs no waiting, and at most so long behind now. */
  record MaxStaleness(Duration staleness) implements TimestampBound {
    public MaxStaleness {
      requireNotNegative(staleness);
    }
  }

  /** Sees the newest state that needs no waiting, and nothing older than a timestamp. */
  record MinReadTimestamp(CommitTimestamp timestamp) implements TimestampBound {}

  /** Whether a transaction of several statements refuses it. */
  default boolean singleUseOnly() {
    return this instanceof MaxStaleness || this instanceof MinReadTimestamp;
  }

  /** What {@link #parse} reads back, such as {@code EXACT_STALENESS 10s}. */
  default String text() {
    if (this instanceof ReadTimestamp bound) {
      return "READ_TIMESTAMP " + format(bound.timestamp());
    }
    if (this instanceof MinReadTimestamp bound) {
      return "MIN_READ_TIMESTAMP " + format(bound.timestamp());
    }
    if (this instanceof ExactStaleness bound) {
      return "EXACT_STALENESS " + format(bound.staleness());
    }
    return this instanceof MaxStaleness bound
        ? "MAX_STALENESS " + format(bound.staleness())
        : "STRONG";
  }

  /** A timestamp in the form of RFC 3339, in UTC. */
  static String format(CommitTimestamp timestamp) {
    return Instant.EPOCH.plus(timestamp.micros(), ChronoUnit.MICROS).toString();
  }

  private static String format(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos % 1_000_000_000 == 0) {
      return nanos / 1_000_000_000 + "s";
    }
    if (nanos % 1_000_000 == 0) {
      return nanos / 1_000_000 + "ms";
    }
    return nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos + "ns";
  }

  /**
   * Reads what {@code READ_ONLY_STALENESS} is set to.
   *
   * @throws DbException {@code INVALID_SETTING} with the forms that there are
   */
  static TimestampBound parse(String text) {
    Matcher matcher = Text.BOUND.matcher(text);
    if (!matcher.matches()) {
      throw Text.invalid(text, null);
    }
    String kind = matcher.group(1).toUpperCase(Locale.ROOT);
    String value = matcher.group(2);
    if (kind.equals("STRONG") != (value == null)) {
      throw Text.invalid(text, null);
    }
    return switch (kind) {
      case "STRONG" -> Strong.INSTANCE;
      case "READ_TIMESTAMP" -> new ReadTimestamp(Text.timestamp(value, text, false));
      case "MIN_READ_TIMESTAMP" -> new MinReadTimestamp(Text.timestamp(value, text, true));
      case "EXACT_STALENESS" -> new ExactStaleness(Text.duration(value, text));
      default -> new MaxStaleness(Text.duration(value, text));
    };
  }

  private static void requireNotNegative(Duration staleness) {
    if (staleness.isNegative()) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "A staleness must not be negative");
    }
  }

  /** Reads bounds. */
  final class Text {
    private static final Pattern BOUND =
        Pattern.compile(
            "\\s*(STRONG|READ_TIMESTAMP|MIN_READ_TIMESTAMP|EXACT_STALENESS|MAX_STALENESS)"
                + "(?:\\s+(\\S.*?))?\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern DURATION =
        Pattern.compile("(\\d{1,18})(s|ms|us|ns)", Pattern.CASE_INSENSITIVE);

    /** Date, time and offset; optional parts of a formatter could come more than once. */
    private static final Pattern TIMESTAMP =
        Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?)"
                + " ?(Z|[+-]\\d{2}(?::?\\d{2})?)",
            Pattern.CASE_INSENSITIVE);

    private Text() {}

    /**
     * What is finer than a microsecond is cut off, or, for a minimum, rounded up; but not beyond
     * the last timestamp there is, which nothing will ever be read at anyway.
     */
    private static CommitTimestamp timestamp(String value, String text, boolean up) {
      Matcher parts = TIMESTAMP.matcher(value);
      if (!parts.matches()) {
        throw invalid(text, null);
      }
      Instant instant;
      try {
        ZoneOffset offset = ZoneOffset.of(parts.group(3).toUpperCase(Locale.ROOT));
        instant = LocalDateTime.parse(parts.group(1) + "T" + parts.group(2)).toInstant(offset);
      } catch (DateTimeException e) {
        throw invalid(text, e);
      }
      long micros = instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1_000;
      if (!Timestamps.inRange(micros)) {
        throw invalid(text, null);
      }
      boolean finer = instant.getNano() % 1_000 != 0;
      return new CommitTimestamp(
          up && finer && micros < Timestamps.MAX_MICROS ? micros + 1 : micros);
    }

    private static Duration duration(String value, String text) {
      Matcher matcher = DURATION.matcher(value);
      if (!matcher.matches()) {
        throw invalid(text, null);
      }
      long amount = Long.parseLong(matcher.group(1));
      try {
        Duration duration =
            switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
              case "s" -> Duration.ofSeconds(amount);
              case "ms" -> Duration.ofMillis(amount);
              case "us" -> Duration.of(amount, ChronoUnit.MICROS);
              default -> Duration.ofNanos(amount);
            };
        // What does not fit is no staleness that anything could have.
        return Duration.ofNanos(duration.toNanos());
      } catch (ArithmeticException e) {
        throw invalid(text, e);
      }
    }

    private static DbException invalid(String text, @Nullable Throwable cause) {
      return new DbException(
              ErrorCode.INVALID_SETTING,
              "Unknown value for READ_ONLY_STALENESS: '" + text + "'",
              cause)
          .hint(
              "Allowed are STRONG, READ_TIMESTAMP <timestamp>, MIN_READ_TIMESTAMP <timestamp>,"
                  + " EXACT_STALENESS <duration> and MAX_STALENESS <duration>, with timestamps like"
                  + " 2024-01-31T12:30:00.123456Z and durations like 10s, 500ms, 20us or 100ns.");
    }
  }
}
