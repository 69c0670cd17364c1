package org.ratchetdb.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.TimestampBound;

/**
 * The settings that Spanner's drivers have: {@code READ_ONLY_STALENESS} in GoogleSQL, {@code
 * spanner.read_only_staleness} in PostgreSQL. Both spellings mean the same in both dialects.
 */
public final class SpannerSettings {
  public static final String PREFIX = "spanner.";

  public static final String READ_ONLY_STALENESS = "spanner.read_only_staleness";
  public static final String READ_LOCK_MODE = "spanner.read_lock_mode";
  public static final String RPC_PRIORITY = "spanner.rpc_priority";
  public static final String TRANSACTION_TAG = "spanner.transaction_tag";
  public static final String STATEMENT_TAG = "spanner.statement_tag";
  public static final String MAX_COMMIT_DELAY = "spanner.max_commit_delay";
  public static final String RETURN_COMMIT_STATS = "spanner.return_commit_stats";

  /** The timestamp of the last read outside read-write transactions. */
  public static final String READ_TIMESTAMP = "spanner.read_timestamp";

  /** The timestamp of the last commit. */
  public static final String COMMIT_TIMESTAMP = "spanner.commit_timestamp";

  /** The last commit's timestamp and, if asked for, how much it wrote. */
  public static final String COMMIT_RESPONSE = "spanner.commit_response";

  /** The oldest timestamp that can be read. */
  public static final String EARLIEST_VERSION_TIME = "spanner.earliest_version_time";

  /** How long replaced versions can be read. */
  public static final String VERSION_RETENTION_PERIOD = "spanner.version_retention_period";

  /** Settings whose value comes from what the session or the database has done. */
  static final List<String> COMPUTED =
      List.of(
          READ_TIMESTAMP,
          COMMIT_TIMESTAMP,
          COMMIT_RESPONSE,
          EARLIEST_VERSION_TIME,
          VERSION_RETENTION_PERIOD);

  private static final int TAG_CHARACTERS_MAX = 50;
  private static final Duration COMMIT_DELAY_MAX = Duration.ofMillis(500);
  static final String UNSPECIFIED = "UNSPECIFIED";

  private static final Map<String, String> ALIASES = new HashMap<>();

  static {
    ALIASES.put("readonly", "default_transaction_read_only");
    ALIASES.put("spanner.readonly", "default_transaction_read_only");
    ALIASES.put("spanner.autocommit", "autocommit");
    ALIASES.put("spanner.statement_timeout", "statement_timeout");
    ALIASES.put("spanner.transaction_timeout", "transaction_timeout");
    ALIASES.put("spanner.default_transaction_isolation", "default_transaction_isolation");
    for (String name :
        List.of(
            READ_ONLY_STALENESS,
            READ_LOCK_MODE,
            RPC_PRIORITY,
            TRANSACTION_TAG,
            STATEMENT_TAG,
            MAX_COMMIT_DELAY,
            RETURN_COMMIT_STATS)) {
      ALIASES.put(name.substring(PREFIX.length()), name);
    }
    for (String name : COMPUTED) {
      ALIASES.put(name.substring(PREFIX.length()), name);
    }
  }

  private SpannerSettings() {}

  /** The name under which a setting is kept. */
  static String canonical(String lowerCaseName) {
    return ALIASES.getOrDefault(lowerCaseName, lowerCaseName);
  }

  static List<SettingDefinition> definitions() {
    List<SettingDefinition> all = new ArrayList<>();
    all.add(writable(READ_ONLY_STALENESS, "STRONG", v -> TimestampBound.parse(v).text()));
    all.add(
        writable(
            READ_LOCK_MODE,
            UNSPECIFIED,
            v ->
                SettingChecks.oneOf(
                    READ_LOCK_MODE, v, List.of("PESSIMISTIC", "OPTIMISTIC", UNSPECIFIED))));
    all.add(writable(RPC_PRIORITY, UNSPECIFIED, SpannerSettings::priority));
    all.add(writable(TRANSACTION_TAG, "", v -> tag(TRANSACTION_TAG, v)));
    all.add(writable(STATEMENT_TAG, "", v -> tag(STATEMENT_TAG, v)));
    all.add(writable(MAX_COMMIT_DELAY, "0", SpannerSettings::commitDelay));
    all.add(writable(RETURN_COMMIT_STATS, "off", v -> SettingChecks.bool(RETURN_COMMIT_STATS, v)));
    for (String name : COMPUTED) {
      all.add(
          new SettingDefinition(
              name,
              "",
              false,
              false,
              v -> {
                throw SettingChecks.fixed(name);
              }));
    }
    return all;
  }

  private static SettingDefinition writable(
      String name, String defaultValue, java.util.function.UnaryOperator<String> check) {
    return new SettingDefinition(name, defaultValue, false, true, check);
  }

  private static String priority(String value) {
    String wanted = value.trim().toUpperCase(Locale.ROOT);
    return wanted.equals("NULL")
        ? UNSPECIFIED
        : SettingChecks.oneOf(RPC_PRIORITY, value, List.of("HIGH", "MEDIUM", "LOW", UNSPECIFIED));
  }

  private static String tag(String name, String value) {
    if (value.codePointCount(0, value.length()) > TAG_CHARACTERS_MAX) {
      throw SettingChecks.invalid(name, value)
          .hint("A tag has at most " + TAG_CHARACTERS_MAX + " characters.");
    }
    return value;
  }

  private static String commitDelay(String value) {
    Duration delay = SettingChecks.durationOf(MAX_COMMIT_DELAY, value);
    if (delay.compareTo(COMMIT_DELAY_MAX) > 0) {
      throw new DbException(
              ErrorCode.INVALID_SETTING, "The max commit delay must be between 0 ms and 500 ms.")
          .with("value", value);
    }
    return value.trim();
  }
}
