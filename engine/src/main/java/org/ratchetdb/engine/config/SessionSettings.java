package org.ratchetdb.engine.config;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.DatabaseOption;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.TimestampBound;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.api.ReadLockMode;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * The settings of one session: SET, SHOW and RESET work on them. The names are PostgreSQL's, so
 * that its drivers find what they ask for; both dialects share them. Names with a dot that nobody
 * defined are free for applications. Owned by one thread.
 */
public final class SessionSettings {
  /** The PostgreSQL version whose behaviour clients may expect. */
  public static final String SERVER_VERSION = "15.0";

  private static final String OFF = "off";
  private static final String SYNCHRONOUS_COMMIT = DatabaseOption.SYNCHRONOUS_COMMIT.optionName();

  private static final Map<String, SettingDefinition> DEFINITIONS = new LinkedHashMap<>();

  static {
    text("application_name", "", true);
    define("autocommit", "on", false, true, SettingChecks::autocommit);
    choice("bytea_output", "hex", "hex");
    define("client_encoding", "UTF8", true, true, SessionSettings::clientEncoding);
    choice(
        "client_min_messages",
        "notice",
        "debug5",
        "debug4",
        "debug3",
        "debug2",
        "debug1",
        "log",
        "notice",
        "warning",
        "error");
    define("datestyle", "ISO, MDY", true, true, SessionSettings::dateStyle);
    define("default_transaction_isolation", "serializable", false, true, SettingChecks::isolation);
    define(
        "default_transaction_read_only",
        "off",
        true,
        true,
        v -> SettingChecks.bool("default_transaction_read_only", v));
    define(
        "extra_float_digits",
        "1",
        false,
        true,
        v -> SettingChecks.integer("extra_float_digits", v, -15, 3));
    duration("idle_in_transaction_session_timeout", "10s");
    readOnly("in_hot_standby", "off", true);
    readOnly("integer_datetimes", "on", true);
    define(
        "intervalstyle",
        "postgres",
        true,
        true,
        v -> SettingChecks.oneOf("IntervalStyle", v, List.of("postgres")));
    readOnly("is_superuser", "on", true);
    duration("lock_timeout", "0");
    readOnly("max_identifier_length", "128", false);
    readOnly("max_index_keys", "16", false);
    text("search_path", "\"$user\", public", false);
    readOnly("server_encoding", "UTF8", true);
    readOnly("server_version", SERVER_VERSION, true);
    readOnly("server_version_num", "150000", false);
    readOnly("session_authorization", "ratchet", true);
    define(
        "standard_conforming_strings",
        "on",
        true,
        true,
        v ->
            SettingChecks.oneOf(
                "standard_conforming_strings",
                SettingChecks.bool("standard_conforming_strings", v),
                List.of("on")));
    duration("statement_timeout", "0");
    define(
        SYNCHRONOUS_COMMIT,
        "on",
        false,
        true,
        v -> SettingChecks.oneOf(SYNCHRONOUS_COMMIT, v, DatabaseOption.SYNCHRONOUS_COMMIT_CHOICES));
    define("timezone", "America/Los_Angeles", true, true, SettingChecks::zone);
    define("transaction_isolation", "serializable", false, true, SettingChecks::isolation);
    define(
        "transaction_read_only",
        "off",
        false,
        true,
        v -> SettingChecks.bool("transaction_read_only", v));
    duration("transaction_timeout", "0");
    SpannerSettings.definitions().forEach(d -> DEFINITIONS.put(d.name(), d));
  }

  /** Names in the spelling that PostgreSQL reports. */
  private static final Map<String, String> REPORTED_SPELLING =
      Map.of("datestyle", "DateStyle", "intervalstyle", "IntervalStyle", "timezone", "TimeZone");

  private final DatabaseSettings database;
  private final Map<String, String> initial = new HashMap<>();

  /** What SET has set for the session. */
  private final Map<String, String> values = new HashMap<>();

  /** What SET LOCAL has set for the transaction. */
  private final Map<String, String> local = new HashMap<>();

  /** What was there before each change of the transaction, in their order. */
  private final List<Change> changes = new ArrayList<>();

  private boolean inTransaction;
  private @Nullable ZoneId zone;
  private @Nullable Typed typed;

  /** What a database is set to for sessions that say nothing themselves. */
  @FunctionalInterface
  public interface DatabaseSettings {
    /** The option of that name as it is now, or null. */
    @Nullable String find(String name);
  }

  /** A value before a change; null for none. */
  private record Change(Map<String, String> in, String key, @Nullable String before) {}

  /**
   * The settings that every statement asks for, read once.
   *
   * @param statementTimeout zero for none
   * @param readOnly default of transactions
   * @param repeatableRead default of transactions
   * @param staleness of reads outside read-write transactions
   * @param hasStatementTag whether the next statement has one
   * @param transactionTimeout zero for none
   * @param transaction what is asked of read-write transactions, but for isolation and age
   * @param commit what is asked of commits, durable unless the session says otherwise
   * @param ownDurability whether the session says whether commits are durable
   */
  public record Typed(
      Duration statementTimeout,
      boolean readOnly,
      boolean repeatableRead,
      TimestampBound staleness,
      boolean hasStatementTag,
      Duration transactionTimeout,
      TransactionOptions transaction,
      CommitOptions commit,
      boolean ownDurability) {}

  public SessionSettings(DatabaseSettings database) {
    this.database = database;
  }

  private static void define(
      String name,
      String defaultValue,
      boolean reported,
      boolean writable,
      UnaryOperator<String> check) {
    DEFINITIONS.put(name, new SettingDefinition(name, defaultValue, reported, writable, check));
  }

  private static void text(String name, String defaultValue, boolean reported) {
    define(name, defaultValue, reported, true, v -> v);
  }

  private static void choice(String name, String defaultValue, String... allowed) {
    define(name, defaultValue, false, true, v -> SettingChecks.oneOf(name, v, List.of(allowed)));
  }

  private static void duration(String name, String defaultValue) {
    define(name, defaultValue, false, true, v -> SettingChecks.duration(name, v));
  }

  private static void readOnly(String name, String value, boolean reported) {
    define(name, value, reported, false, v -> v);
  }

  private static String clientEncoding(String value) {
    String plain = value.replace("-", "").replace("_", "");
    if (plain.equalsIgnoreCase("utf8")
        || plain.equalsIgnoreCase("unicode")
        || plain.equalsIgnoreCase("sqlascii")) {
      return "UTF8";
    }
    throw SettingChecks.invalid("client_encoding", value).hint("Only UTF8 is supported.");
  }

  private static String dateStyle(String value) {
    String upper = value.toUpperCase(Locale.ROOT).replace(" ", "");
    return switch (upper) {
      case "ISO", "ISO,MDY", "MDY", "MDY,ISO", "ISO,US", "US" -> "ISO, MDY";
      default ->
          throw SettingChecks.invalid("DateStyle", value).hint("Only ISO, MDY is supported.");
    };
  }

  /** Sets a value that the session starts with and returns to on RESET. */
  public void initialize(String name, String value) {
    String key = key(name);
    SettingDefinition definition = DEFINITIONS.get(key);
    if (definition == null) {
      requireFree(key, name);
    }
    initial.put(key, definition == null ? value : definition.check().apply(value));
    forgetTyped();
  }

  /** Sets for the session. */
  public void set(String name, String value) {
    String key = key(name);
    String canonical = checked(key, name, value);
    change(local, key, null);
    change(values, key, canonical);
  }

  /** Sets to the end of the transaction; outside one the value is checked and nothing set. */
  public void setLocal(String name, String value) {
    String key = key(name);
    String canonical = checked(key, name, value);
    if (inTransaction) {
      change(local, key, canonical);
    }
  }

  private static String checked(String key, String name, String value) {
    SettingDefinition definition = DEFINITIONS.get(key);
    if (definition == null) {
      requireFree(key, name);
      return value;
    }
    return checked(definition, value);
  }

  private static String checked(SettingDefinition definition, String value) {
    if (!definition.writable()) {
      throw SettingChecks.fixed(definition.name());
    }
    return definition.check().apply(value);
  }

  /** Names with a dot are for applications, but for those that a driver of Spanner could mean. */
  private static void requireFree(String key, String name) {
    if (key.indexOf('.') < 0 || key.startsWith(SpannerSettings.PREFIX)) {
      throw unknown(name);
    }
  }

  public void reset(String name) {
    String key = key(name);
    SettingDefinition definition = DEFINITIONS.get(key);
    if (definition == null) {
      requireFree(key, name);
    }
    change(local, key, null);
    change(values, key, null);
  }

  public void resetAll() {
    for (String key : List.copyOf(local.keySet())) {
      change(local, key, null);
    }
    for (String key : List.copyOf(values.keySet())) {
      change(values, key, null);
    }
  }

  /** Goes back to what the session started with, whatever happens to the transaction. */
  public void forget(String key) {
    boolean changed = local.remove(key) != null;
    changed |= values.remove(key) != null;
    changed |= changes.removeIf(change -> change.key().equals(key));
    if (changed) {
      forgetTyped();
    }
  }

  private void change(Map<String, String> in, String key, @Nullable String value) {
    String before = value == null ? in.remove(key) : in.put(key, value);
    if (inTransaction) {
      changes.add(new Change(in, key, before));
    }
    forgetTyped();
  }

  private void forgetTyped() {
    zone = null;
    typed = null;
  }

  // ---- transactions

  /** Changes from now on can be undone, and SET LOCAL has an effect. */
  public void beginTransaction() {
    inTransaction = true;
  }

  /** Stands for this place among the changes of the transaction. */
  public int mark() {
    return changes.size();
  }

  /** Undoes the changes made since a mark. */
  public void backTo(int mark) {
    for (int i = changes.size() - 1; i >= mark; i--) {
      Change change = changes.remove(i);
      if (change.before() == null) {
        change.in().remove(change.key());
      } else {
        change.in().put(change.key(), change.before());
      }
      forgetTyped();
    }
  }

  /** What was set for the transaction ends with it. */
  public void endTransaction(boolean undo) {
    if (!inTransaction) {
      return;
    }
    if (undo) {
      backTo(0);
    }
    inTransaction = false;
    changes.clear();
    if (!local.isEmpty()) {
      local.clear();
      forgetTyped();
    }
  }

  /** Fails with {@code UNKNOWN_SETTING}. */
  public String get(String name) {
    String value = find(name);
    if (value == null) {
      throw unknown(name);
    }
    return value;
  }

  /** What the session says itself, or null. */
  private @Nullable String own(String key) {
    String value = local.get(key);
    if (value == null) {
      value = values.get(key);
    }
    return value == null ? initial.get(key) : value;
  }

  /** The value, or null when there is no setting of that name. */
  public @Nullable String find(String name) {
    String key = key(name);
    String value = own(key);
    if (value == null && key.equals(SYNCHRONOUS_COMMIT)) {
      value = database.find(key);
    }
    if (value != null) {
      return value;
    }
    SettingDefinition definition = DEFINITIONS.get(key);
    return definition == null ? null : definition.defaultValue();
  }

  public ZoneId zone() {
    if (zone == null) {
      zone = SettingChecks.zoneOf(get("timezone"));
    }
    return zone;
  }

  /** The settings that every statement asks for. */
  public Typed typed() {
    Typed known = typed;
    if (known == null) {
      known =
          new Typed(
              duration("statement_timeout"),
              isOn("default_transaction_read_only"),
              get("default_transaction_isolation").equals("repeatable read"),
              TimestampBound.parse(get(SpannerSettings.READ_ONLY_STALENESS)),
              !get(SpannerSettings.STATEMENT_TAG).isEmpty(),
              duration("transaction_timeout"),
              transactionOptions(),
              CommitOptions.DEFAULT
                  .withMaxCommitDelay(duration(SpannerSettings.MAX_COMMIT_DELAY))
                  .withDurable(!OFF.equals(own(SYNCHRONOUS_COMMIT)))
                  .withPriority(priority()),
              own(SYNCHRONOUS_COMMIT) != null);
      typed = known;
    }
    return known;
  }

  /** What is asked of a commit that begins now; the database may have its say. */
  public CommitOptions commitOptions() {
    Typed known = typed();
    boolean relaxed = !known.ownDurability() && OFF.equals(database.find(SYNCHRONOUS_COMMIT));
    return relaxed ? known.commit().withDurable(false) : known.commit();
  }

  private TransactionOptions transactionOptions() {
    Duration lockTimeout = duration("lock_timeout");
    return TransactionOptions.DEFAULT
        .withReadLockMode(
            switch (get(SpannerSettings.READ_LOCK_MODE)) {
              case "PESSIMISTIC" -> ReadLockMode.PESSIMISTIC;
              case "OPTIMISTIC" -> ReadLockMode.OPTIMISTIC;
              default -> ReadLockMode.DEFAULT;
            })
        .withLockTimeout(lockTimeout.isZero() ? null : lockTimeout)
        .withTag(get(SpannerSettings.TRANSACTION_TAG))
        .withPriority(priority());
  }

  /** Without a wish, every request is of high priority, as in Spanner. */
  private Priority priority() {
    return switch (get(SpannerSettings.RPC_PRIORITY)) {
      case "LOW" -> Priority.LOW;
      case "MEDIUM" -> Priority.MEDIUM;
      default -> Priority.HIGH;
    };
  }

  /** Zero for no limit. */
  public Duration duration(String name) {
    return SettingChecks.durationOf(name, get(name));
  }

  public boolean isOn(String name) {
    return get(name).equals("on");
  }

  /** Reported settings by the name that PostgreSQL reports them under. */
  public Map<String, String> reported() {
    Map<String, String> reported = new TreeMap<>();
    for (SettingDefinition definition : DEFINITIONS.values()) {
      if (definition.reported()) {
        reported.put(
            REPORTED_SPELLING.getOrDefault(definition.name(), definition.name()),
            get(definition.name()));
      }
    }
    return reported;
  }

  /** Names and values of all settings, by name. */
  public List<Map.Entry<String, String>> all() {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    for (String name : DEFINITIONS.keySet()) {
      all.add(Map.entry(name, get(name)));
    }
    return all;
  }

  /** The name under which a setting is kept, for one of its spellings. */
  public static String key(String name) {
    String key = name.toLowerCase(Locale.ROOT).replace(' ', '_');
    return key.equals("time_zone") ? "timezone" : SpannerSettings.canonical(key);
  }

  private static DbException unknown(String name) {
    return new DbException(
        ErrorCode.UNKNOWN_SETTING, "unrecognized configuration parameter \"" + name + "\"");
  }
}
