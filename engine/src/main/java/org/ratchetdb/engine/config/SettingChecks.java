package org.ratchetdb.engine.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.zone.ZoneRulesException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Reads the values of settings. */
final class SettingChecks {
  private static final Pattern DURATION =
      Pattern.compile("\\s*(\\d{1,12})\\s*(us|ms|s|min|h|d)?\\s*");

  private SettingChecks() {}

  static DbException invalid(String name, String value) {
    return new DbException(
        ErrorCode.INVALID_SETTING,
        "invalid value for parameter \"" + name + "\": \"" + value + "\"");
  }

  static DbException fixed(String name) {
    return new DbException(
        ErrorCode.INVALID_SETTING, "parameter \"" + name + "\" cannot be changed");
  }

  static String bool(String name, String value) {
    return switch (value.trim().toLowerCase(Locale.ROOT)) {
      case "on", "true", "t", "yes", "y", "1" -> "on";
      case "off", "false", "f", "no", "n", "0" -> "off";
      default ->
          throw new DbException(
              ErrorCode.INVALID_SETTING, "parameter \"" + name + "\" requires a Boolean value");
    };
  }

  static String integer(String name, String value, long min, long max) {
    long number;
    try {
      number = Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      throw invalid(name, value);
    }
    if (number < min || number > max) {
      throw new DbException(
          ErrorCode.INVALID_SETTING,
          number
              + " is outside the valid range for parameter \""
              + name
              + "\" ("
              + min
              + " .. "
              + max
              + ")");
    }
    return Long.toString(number);
  }

  static String oneOf(String name, String value, List<String> allowed) {
    String wanted = value.trim();
    for (String choice : allowed) {
      if (choice.equalsIgnoreCase(wanted)) {
        return choice;
      }
    }
    throw invalid(name, value).hint("Available values: " + String.join(", ", allowed) + ".");
  }

  /**
   * The level that a request gets: SERIALIZABLE keeps every promise of the weaker ones, which
   * therefore stand for it.
   */
  static String isolation(String value) {
    String wanted = value.trim().toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
    return switch (wanted) {
      case "serializable", "default", "read committed", "read uncommitted" -> "serializable";
      case "repeatable read" -> "repeatable read";
      default ->
          throw invalid("default_transaction_isolation", value)
              .hint(
                  "Available values: serializable, repeatable read, read committed, read"
                      + " uncommitted.");
    };
  }

  static String autocommit(String value) {
    if (bool("autocommit", value).equals("off")) {
      throw DbException.notSupported("SET AUTOCOMMIT = FALSE")
          .hint("BEGIN starts a transaction; JDBC has Connection.setAutoCommit.");
    }
    return "on";
  }

  static String zone(String value) {
    zoneOf(value);
    return value.trim();
  }

  /** The zone that a setting's text names; PostgreSQL's spellings included. */
  static ZoneId zoneOf(String value) {
    String text = value.trim();
    if (text.equalsIgnoreCase("utc") || text.equalsIgnoreCase("zulu")) {
      return ZoneId.of("UTC");
    }
    try {
      return ZoneId.of(text);
    } catch (ZoneRulesException e) {
      for (String id : ZoneId.getAvailableZoneIds()) {
        if (id.equalsIgnoreCase(text)) {
          return ZoneId.of(id);
        }
      }
      throw new DbException(
          ErrorCode.INVALID_SETTING,
          "invalid value for parameter \"TimeZone\": \"" + value + "\"",
          e);
    } catch (DateTimeException e) {
      throw new DbException(
          ErrorCode.INVALID_SETTING,
          "invalid value for parameter \"TimeZone\": \"" + value + "\"",
          e);
    }
  }

  static String duration(String name, String value) {
    durationOf(name, value);
    return value.trim();
  }

  /** Milliseconds unless a unit stands behind the number; zero means no limit. */
  static Duration durationOf(String name, String value) {
    Matcher matcher = DURATION.matcher(value);
    if (!matcher.matches()) {
      throw invalid(name, value)
          .hint(
              "Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\", and \"d\".");
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2) == null ? "ms" : matcher.group(2);
    return switch (unit) {
      case "us" -> Duration.ofNanos(Math.multiplyExact(number, 1000L));
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofMillis(number);
    };
  }
}
