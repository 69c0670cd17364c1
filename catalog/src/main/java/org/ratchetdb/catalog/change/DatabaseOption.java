package org.ratchetdb.catalog.change;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** The options of a database that ALTER DATABASE can set. */
public enum DatabaseOption {
  /** Which sequence kind is meant where none is given. */
  DEFAULT_SEQUENCE_KIND(ValueKind.STRING),
  /** Time zone of functions and casts that name none. */
  DEFAULT_TIME_ZONE(ValueKind.STRING),
  /** Kept for the tools that set it; there is one place to lead from. */
  DEFAULT_LEADER(ValueKind.STRING),
  /** Kept for the tools that set it. */
  OPTIMIZER_STATISTICS_PACKAGE(ValueKind.STRING),
  /** Kept for the tools that set it; there is one optimizer. */
  OPTIMIZER_VERSION(ValueKind.INT64),
  /** Kept for the tools that set it. */
  READ_LEASE_REGIONS(ValueKind.STRING),
  /** Kept for the tools that set it. */
  WITNESS_LOCATION(ValueKind.STRING),
  /**
   * Whether commits wait for the disk, for sessions that do not say so themselves. A setting of
   * PostgreSQL; Spanner has none like it.
   */
  SYNCHRONOUS_COMMIT(ValueKind.CHOICE),
  /** How long older versions of rows can be read. */
  VERSION_RETENTION_PERIOD(ValueKind.STRING);

  /** What sort of value an option takes, and so how it is printed. */
  public enum ValueKind {
    STRING,
    INT64,
    /** One of some lower-case words; a boolean stands for on and off. */
    CHOICE
  }

  /** What synchronous_commit can be, for databases and sessions alike. */
  public static final List<String> SYNCHRONOUS_COMMIT_CHOICES =
      List.of("on", "off", "local", "remote_apply", "remote_write");

  private static final int OPTIMIZER_VERSION_MAX = 9;
  private static final Duration RETENTION_MIN = Duration.ofHours(1);
  private static final Duration RETENTION_MAX = Duration.ofDays(7);
  private static final Pattern RETENTION = Pattern.compile("(\\d{1,9})([smhd])");

  private final ValueKind valueKind;

  DatabaseOption(ValueKind valueKind) {
    this.valueKind = valueKind;
  }

  /** The name in GoogleSQL. */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name in PostgreSQL, where Spanner's options have {@code spanner.} before theirs. */
  public String postgresName() {
    return this == SYNCHRONOUS_COMMIT ? optionName() : "spanner." + optionName();
  }

  public ValueKind valueKind() {
    return valueKind;
  }

  /** The option of that name, which is case-sensitive and without {@code spanner.}. */
  public static Optional<DatabaseOption> named(String name) {
    return Arrays.stream(values()).filter(option -> option.optionName().equals(name)).findFirst();
  }

  /** Reads a retention period such as {@code 36h} or {@code 7d}. */
  public static Duration parseRetention(String text) {
    Matcher matcher = RETENTION.matcher(text);
    if (!matcher.matches()) {
      throw badRetention(text);
    }
    long amount = Long.parseLong(matcher.group(1));
    Duration period =
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          default -> Duration.ofDays(amount);
        };
    if (period.compareTo(RETENTION_MIN) < 0 || period.compareTo(RETENTION_MAX) > 0) {
      throw badRetention(text);
    }
    return period;
  }

  private static DbException badRetention(String text) {
    return new DbException(
        ErrorCode.INVALID_ARGUMENT,
        "Invalid value for option version_retention_period: '"
            + text
            + "'. It must lie between 1h and 7d.");
  }

  /** Refuses a value that the option cannot take. */
  void check(String value) {
    switch (this) {
      case DEFAULT_SEQUENCE_KIND -> {
        if (!value.toLowerCase(Locale.ROOT).equals("bit_reversed_positive")) {
          throw bad(value);
        }
      }
      case DEFAULT_TIME_ZONE -> {
        try {
          ZoneId.of(value);
        } catch (DateTimeException e) {
          throw new DbException(
              ErrorCode.INVALID_ARGUMENT, "Invalid value for option " + optionName(), e);
        }
      }
      case OPTIMIZER_VERSION -> {
        if (!value.matches("\\d{1,4}")
            || Integer.parseInt(value) < 1
            || Integer.parseInt(value) > OPTIMIZER_VERSION_MAX) {
          throw bad(value);
        }
      }
      case SYNCHRONOUS_COMMIT -> {
        if (!SYNCHRONOUS_COMMIT_CHOICES.contains(value)) {
          throw bad(value)
              .hint("Available values: " + String.join(", ", SYNCHRONOUS_COMMIT_CHOICES) + ".");
        }
      }
      case VERSION_RETENTION_PERIOD -> parseRetention(value);
      case DEFAULT_LEADER, OPTIMIZER_STATISTICS_PACKAGE, READ_LEASE_REGIONS, WITNESS_LOCATION -> {
        // Any name will do.
      }
    }
  }

  private DbException bad(String value) {
    return new DbException(
        ErrorCode.INVALID_ARGUMENT,
        "Invalid value for option " + optionName() + ": '" + value + "'.");
  }
}
