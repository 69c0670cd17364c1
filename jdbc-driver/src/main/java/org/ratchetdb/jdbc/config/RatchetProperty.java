package org.ratchetdb.jdbc.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every connection property. Given in the URL ({@code ?name=value&name=value} or {@code
 * ;name=value}), or in the {@link java.util.Properties} of {@code connect}; the URL wins. Names are
 * compared without case. The manual page in the module's README is this list.
 */
public enum RatchetProperty {
  USER("user", "ratchet", "Who the session belongs to."),
  PASSWORD("password", "", "Taken because tools give one; servers do not ask for it yet."),
  DATABASE(
      "database",
      "",
      "Database of the instance. Without it spanner, or postgres with dialect=postgresql. One that"
          + " is not there is created in memory, and in a directory with create=true."),
  DIALECT(
      "dialect",
      "",
      "Language of the database: picks the default database, and the language of one that is"
          + " created. Fails when the database has another.",
      "googlesql",
      "postgresql"),
  CREATE("create", "false", "Creates a missing database in a directory.", "true", "false"),
  KEEP_OPEN(
      "keepOpen",
      "false",
      "Keeps an embedded instance open when its last connection closes, until Java ends. Without"
          + " it the last close closes the instance; what was in memory is gone then.",
      "true",
      "false"),
  AUTO_COMMIT("autoCommit", "true", "Whether each statement commits by itself.", "true", "false"),
  READ_ONLY("readOnly", "false", "Whether the connection refuses to write.", "true", "false"),
  ISOLATION(
      "isolation",
      "serializable",
      "Isolation of transactions. Also known as defaultTransactionIsolation.",
      "serializable",
      "repeatable-read"),
  READ_ONLY_STALENESS(
      "readOnlyStaleness",
      "",
      "Which timestamp reads outside read-write transactions see: STRONG, READ_TIMESTAMP t,"
          + " MIN_READ_TIMESTAMP t, EXACT_STALENESS 10s or MAX_STALENESS 10s."),
  READ_LOCK_MODE(
      "readLockMode",
      "",
      "Whether read-write transactions lock what they read, or check it when they commit.",
      "pessimistic",
      "optimistic",
      "unspecified"),
  RPC_PRIORITY("rpcPriority", "", "How urgent the connection's work is.", "high", "medium", "low"),
  TRANSACTION_TAG("transactionTag", "", "Tag of transactions that are given no other."),
  TRANSACTION_TIMEOUT(
      "transactionTimeout", "", "Longest life of a transaction, such as 30s; 0 for no limit."),
  MAX_COMMIT_DELAY(
      "maxCommitDelay",
      "",
      "How long commits may be held back so that others join them, such as 20ms; at most 500ms."),
  RETURN_COMMIT_STATS(
      "returnCommitStats", "", "Whether commits tell how much they wrote.", "true", "false"),
  QUERY_TIMEOUT("queryTimeout", "0", "Limit of each statement in seconds, 0 for none."),
  FETCH_SIZE(
      "fetchSize",
      "0",
      "Rows that a remote query fetches at a time, 0 for all that is convenient."),
  TIME_ZONE("timeZone", "", "Time zone of the session; the database's own when empty."),
  APPLICATION_NAME("applicationName", "", "Name of the program, shown in statistics."),
  CONNECT_TIMEOUT("connectTimeout", "10", "Seconds to wait for a server, 0 for no limit."),
  SOCKET_TIMEOUT(
      "socketTimeout", "0", "Seconds to wait for an answer of a server, 0 for no limit."),
  CACHE_MIB("cacheMiB", "", "Block cache of an embedded instance, for whoever opens it first."),
  QUERY_MEMORY_MIB(
      "queryMemoryMiB", "", "Memory of one query before it uses the disk; embedded, first opener."),
  SYNC_COMMITS(
      "syncCommits",
      "true",
      "Whether a commit waits for the disk; false loses the last commits at a power cut. Embedded,"
          + " first opener.",
      "true",
      "false"),
  IDLE_TRANSACTION_TIMEOUT(
      "idleTransactionTimeout",
      "",
      "Seconds after which a transaction without a call is rolled back. Embedded, first opener.");

  private final String propertyName;
  private final String defaultValue;
  private final String meaning;
  private final String choices;

  RatchetProperty(String propertyName, String defaultValue, String meaning, String... choices) {
    this.propertyName = propertyName;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
    this.choices = String.join(",", choices);
  }

  public String propertyName() {
    return propertyName;
  }

  public String defaultValue() {
    return defaultValue;
  }

  public String meaning() {
    return meaning;
  }

  /** Allowed values; empty when any is. */
  public List<String> choices() {
    return choices.isEmpty() ? List.of() : List.of(choices.split(","));
  }

  /**
   * The value as the session's settings take it, by the setting's name; empty when this property is
   * none, or has no value.
   */
  public Optional<Map.Entry<String, String>> setting(String value) {
    String name = settingName();
    return name == null || value.isEmpty()
        ? Optional.empty()
        : Optional.of(Map.entry(name, this == ISOLATION ? value.replace('-', ' ') : value));
  }

  private @Nullable String settingName() {
    return switch (this) {
      case TIME_ZONE -> "timezone";
      case APPLICATION_NAME -> "application_name";
      case ISOLATION -> "default_transaction_isolation";
      case READ_ONLY_STALENESS -> "spanner.read_only_staleness";
      case READ_LOCK_MODE -> "spanner.read_lock_mode";
      case RPC_PRIORITY -> "spanner.rpc_priority";
      case TRANSACTION_TAG -> "spanner.transaction_tag";
      case TRANSACTION_TIMEOUT -> "transaction_timeout";
      case MAX_COMMIT_DELAY -> "spanner.max_commit_delay";
      case RETURN_COMMIT_STATS -> "spanner.return_commit_stats";
      default -> null;
    };
  }

  public static Optional<RatchetProperty> byName(String name) {
    if (name.equalsIgnoreCase("defaultTransactionIsolation")) {
      return Optional.of(ISOLATION);
    }
    return Arrays.stream(values()).filter(p -> p.propertyName.equalsIgnoreCase(name)).findFirst();
  }
}
