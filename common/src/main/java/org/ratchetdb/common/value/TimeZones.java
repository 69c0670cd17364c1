package org.ratchetdb.common.value;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Finds time zones by the names and offsets of both dialects. Thread-safe. */
public final class TimeZones {
  /** Spanner's default time zone. */
  public static final ZoneId DEFAULT = ZoneId.of("America/Los_Angeles");

  private static final int MAX_OFFSET_SECONDS = 14 * 3600;

  // The abbreviations that PostgreSQL knows without asking the zone database; seconds east of UTC.
  private static final Map<String, Integer> ABBREVIATIONS =
      Map.ofEntries(
          Map.entry("z", 0),
          Map.entry("zulu", 0),
          Map.entry("ut", 0),
          Map.entry("wet", 0),
          Map.entry("bst", 3600),
          Map.entry("cest", 2 * 3600),
          Map.entry("eet", 2 * 3600),
          Map.entry("eest", 3 * 3600),
          Map.entry("msk", 3 * 3600),
          Map.entry("ist", 2 * 3600),
          Map.entry("jst", 9 * 3600),
          Map.entry("kst", 9 * 3600),
          Map.entry("aest", 10 * 3600),
          Map.entry("aedt", 11 * 3600),
          Map.entry("est", -5 * 3600),
          Map.entry("edt", -4 * 3600),
          Map.entry("cst", -6 * 3600),
          Map.entry("cdt", -5 * 3600),
          Map.entry("mst", -7 * 3600),
          Map.entry("mdt", -6 * 3600),
          Map.entry("pst", -8 * 3600),
          Map.entry("pdt", -7 * 3600),
          Map.entry("akst", -9 * 3600),
          Map.entry("akdt", -8 * 3600),
          Map.entry("hst", -10 * 3600));

  private TimeZones() {}

  /** Filled on first use: reading the zone database costs milliseconds. */
  private static final class Names {
    static final Map<String, ZoneId> BY_NAME = new HashMap<>();
    static final Map<String, ZoneId> BY_LOWER_CASE_NAME = new HashMap<>();

    static {
      for (String name : ZoneRulesProvider.getAvailableZoneIds()) {
        ZoneId zone = ZoneId.of(name);
        BY_NAME.put(name, zone);
        BY_LOWER_CASE_NAME.put(name.toLowerCase(Locale.ROOT), zone);
      }
    }
  }

  /** An IANA name or an offset such as {@code -08:00} or {@code +5}. */
  public static ZoneId google(String name) {
    ZoneId zone = googleOrNull(name);
    if (zone == null) {
      throw new DbException(ErrorCode.INVALID_DATETIME_FORMAT, "Invalid time zone: " + name);
    }
    return zone;
  }

  static @Nullable ZoneId googleOrNull(String name) {
    ZoneId offset = offsetOrNull(name);
    return offset != null ? offset : Names.BY_NAME.get(name);
  }

  /**
   * A zone as PostgreSQL takes it in SET TIME ZONE and AT TIME ZONE: an IANA name in any case, an
   * abbreviation, an offset (positive is east) or a number of hours.
   */
  public static ZoneId postgres(String name) {
    ZoneId zone = postgresOrNull(name.strip());
    if (zone == null) {
      throw new DbException(ErrorCode.INVALID_SETTING, "time zone \"" + name + "\" not recognized");
    }
    return zone;
  }

  static @Nullable ZoneId postgresOrNull(String name) {
    ZoneId offset = offsetOrNull(name);
    if (offset == null && !name.isEmpty() && Character.isDigit(name.charAt(0))) {
      offset = offsetOrNull("+" + name);
    }
    if (offset != null) {
      return offset;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    Integer seconds = ABBREVIATIONS.get(lower);
    if (seconds != null) {
      return ZoneOffset.ofTotalSeconds(seconds);
    }
    return Names.BY_LOWER_CASE_NAME.get(lower);
  }

  /** {@code ±H[H][:MM[:SS]]} or {@code ±HHMM}, up to 14 hours, or null. */
  static @Nullable ZoneOffset offsetOrNull(String text) {
    if (text.length() < 2 || (text.charAt(0) != '+' && text.charAt(0) != '-')) {
      return null;
    }
    int[] fields = new int[3];
    int field = 0;
    int digits = 0;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        if (digits == 0 || digits > 2 || ++field > 2) {
          return null;
        }
        digits = 0;
      } else if (c >= '0' && c <= '9') {
        fields[field] = fields[field] * 10 + (c - '0');
        if (++digits > 4) {
          return null;
        }
      } else {
        return null;
      }
    }
    if (field == 0 && digits > 2) {
      fields[1] = fields[0] % 100;
      fields[0] /= 100;
    } else if (digits == 0 || digits > 2) {
      return null;
    }
    int seconds = fields[0] * 3600 + fields[1] * 60 + fields[2];
    if (fields[1] > 59 || fields[2] > 59 || seconds > MAX_OFFSET_SECONDS) {
      return null;
    }
    return ZoneOffset.ofTotalSeconds(text.charAt(0) == '-' ? -seconds : seconds);
  }
}
