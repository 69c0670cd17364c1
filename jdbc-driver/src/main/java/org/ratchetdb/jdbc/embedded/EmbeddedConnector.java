package org.ratchetdb.jdbc.embedded;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;

/** Opens sessions for {@code mem:} and {@code file:} URLs. Thread-safe. */
public final class EmbeddedConnector {
  private static final InstanceRegistry INSTANCES = new InstanceRegistry();
  private static final long MIB = 1L << 20;

  private EmbeddedConnector() {}

  /**
   * A session with the URL's database. The instance is opened if it is not open in this process.
   *
   * @throws SQLException what the engine says, with its code
   */
  public static ConnectionBackend connect(RatchetUrl url) throws SQLException {
    InstanceOptions options = options(url);
    try {
      InstanceRegistry.Handle handle = open(url, options);
      try {
        Database database = database(handle.instance(), url);
        return new EmbeddedBackend(
            database.openSession(session(url)), url.get(RatchetProperty.USER), handle::release);
      } catch (RuntimeException | SQLException e) {
        handle.release();
        throw e;
      }
    } catch (DbException e) {
      throw SqlErrors.of(e, null);
    }
  }

  private static InstanceRegistry.Handle open(RatchetUrl url, InstanceOptions options)
      throws SQLException {
    boolean keepOpen = url.isTrue(RatchetProperty.KEEP_OPEN);
    if (url.kind() == RatchetUrl.Kind.MEMORY) {
      return INSTANCES.memory(
          url.target(), keepOpen, () -> EngineProvider.load().openMemory(options));
    }
    Path directory;
    try {
      directory = Path.of(url.target()).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw SqlErrors.of(ErrorCode.INVALID_SETTING, "No such directory: " + url.target(), e);
    }
    return INSTANCES.directory(
        directory,
        keepOpen,
        () -> {
          Instance instance = EngineProvider.load().openDirectory(directory, options);
          if (instance.databaseNames().isEmpty()) {
            createStandardDatabases(instance);
          }
          return instance;
        });
  }

  /** A new directory has one database of each dialect, as a new server has. */
  private static void createStandardDatabases(Instance instance) {
    instance.createDatabase(RatchetUrl.POSTGRESQL_DATABASE, Dialect.POSTGRESQL);
    instance.createDatabase(RatchetUrl.GOOGLESQL_DATABASE, Dialect.GOOGLE_STANDARD_SQL);
  }

  private static Database database(Instance instance, RatchetUrl url) throws SQLException {
    String name = url.database();
    Dialect wanted = url.dialect();
    if (!instance.hasDatabase(name)) {
      boolean create = url.kind() == RatchetUrl.Kind.MEMORY || url.isTrue(RatchetProperty.CREATE);
      if (!create) {
        throw SqlErrors.of(
            ErrorCode.DATABASE_NOT_FOUND,
            "There is no database '"
                + name
                + "' in "
                + url.target()
                + " (it has "
                + String.join(", ", instance.databaseNames())
                + "). The property create=true creates it.");
      }
      createOnce(instance, name, dialectOfNew(name, wanted));
    }
    Database database = instance.database(name);
    if (wanted != null && database.dialect() != wanted) {
      throw SqlErrors.of(
          ErrorCode.INVALID_SETTING,
          "The database '" + name + "' has the dialect " + database.dialect());
    }
    return database;
  }

  private static Dialect dialectOfNew(
      String name, @org.jspecify.annotations.Nullable Dialect wanted) {
    if (wanted != null) {
      return wanted;
    }
    return name.equals(RatchetUrl.POSTGRESQL_DATABASE)
        ? Dialect.POSTGRESQL
        : Dialect.GOOGLE_STANDARD_SQL;
  }

  /** Two first connections at once: the second finds the database made. */
  private static void createOnce(Instance instance, String name, Dialect dialect) {
    try {
      instance.createDatabase(name, dialect);
    } catch (DbException e) {
      if (e.code() != ErrorCode.DATABASE_ALREADY_EXISTS) {
        throw e;
      }
    }
  }

  private static SessionOptions session(RatchetUrl url) {
    Map<String, String> settings = new HashMap<>();
    for (RatchetProperty property : RatchetProperty.values()) {
      property
          .setting(url.get(property))
          .ifPresent(setting -> settings.put(setting.getKey(), setting.getValue()));
    }
    return new SessionOptions(url.get(RatchetProperty.USER), settings);
  }

  private static InstanceOptions options(RatchetUrl url) throws SQLException {
    InstanceOptions standard = InstanceOptions.DEFAULT;
    Integer cacheMiB = url.number(RatchetProperty.CACHE_MIB);
    Integer queryMiB = url.number(RatchetProperty.QUERY_MEMORY_MIB);
    Integer idleSeconds = url.number(RatchetProperty.IDLE_TRANSACTION_TIMEOUT);
    if (queryMiB != null && queryMiB == 0) {
      throw SqlErrors.of(ErrorCode.INVALID_SETTING, "queryMemoryMiB must be positive");
    }
    return new InstanceOptions(
        cacheMiB == null ? standard.cacheBytes() : cacheMiB * MIB,
        standard.writeBufferBytes(),
        standard.splitSizeBytesMax(),
        queryMiB == null ? standard.queryMemoryBytesMax() : queryMiB * MIB,
        idleSeconds == null ? standard.idleTransactionTimeout() : Duration.ofSeconds(idleSeconds),
        standard.historyRetention(),
        url.isTrue(RatchetProperty.SYNC_COMMITS),
        standard.defaultTimeZone());
  }
}
