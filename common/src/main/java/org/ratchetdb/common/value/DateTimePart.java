package org.ratchetdb.common.value;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parts of dates and timestamps that functions of both dialects name. */
public enum DateTimePart {
  YEAR,
  ISOYEAR,
  QUARTER,
  MONTH,
  /** GoogleSQL's week, beginning on Sunday. */
  WEEK,
  /** The week of ISO 8601, beginning on Monday. */
  ISOWEEK,
  DAY,
  DAYOFWEEK,
  DAYOFYEAR,
  DATE,
  HOUR,
  MINUTE,
  SECOND,
  MILLISECOND,
  MICROSECOND,
  NANOSECOND;

  /** The part of that name in any case, or null when GoogleSQL knows none. */
  public static @Nullable DateTimePart fromGoogleName(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (DateTimePart part : values()) {
      if (part.name().equals(upper)) {
        return part;
      }
    }
    return null;
  }
}
