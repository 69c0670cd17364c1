package org.ratchetdb.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.config.RatchetUrl;
import org.ratchetdb.jdbc.core.ConnectionDefaults;
import org.ratchetdb.jdbc.core.RatchetConnection;
import org.ratchetdb.jdbc.embedded.EmbeddedConnector;
import org.ratchetdb.jdbc.meta.RatchetDatabaseMetaData;
import org.ratchetdb.jdbc.remote.RemoteConnector;

/**
 * The driver for {@code jdbc:ratchet:} URLs, see {@link RatchetUrl} for their forms and {@link
 * RatchetProperty} for properties. Found by {@link java.util.ServiceLoader}, and registered with
 * {@link DriverManager} when its class is loaded.
 */
public final class RatchetDriver implements Driver {
  static {
    try {
      DriverManager.registerDriver(new RatchetDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For {@link java.util.ServiceLoader}. */
  public RatchetDriver() {}

  @Override
  public boolean acceptsURL(@Nullable String url) {
    return RatchetUrl.accepts(url);
  }

  @Override
  public @Nullable Connection connect(@Nullable String url, @Nullable Properties properties)
      throws SQLException {
    if (url == null || !acceptsURL(url)) {
      return null;
    }
    RatchetUrl parsed = RatchetUrl.parse(url, properties == null ? new Properties() : properties);
    ConnectionDefaults defaults = defaults(parsed);
    return new RatchetConnection(backend(parsed), defaults);
  }

  private static ConnectionBackend backend(RatchetUrl url) throws SQLException {
    if (url.kind() == RatchetUrl.Kind.SERVER) {
      return RemoteConnector.connect(url);
    }
    try {
      return EmbeddedConnector.connect(url);
    } catch (NoClassDefFoundError e) {
      throw SqlErrors.of(
          ErrorCode.UNAVAILABLE,
          "The embedded engine is not on the class path: use the self-contained driver jar"
              + " (ratchet-jdbc-<version>-all.jar), or add ratchet-engine",
          e);
    }
  }

  private static ConnectionDefaults defaults(RatchetUrl url) throws SQLException {
    boolean repeatableRead =
        url.get(RatchetProperty.ISOLATION).toLowerCase(Locale.ROOT).equals("repeatable-read");
    int timeoutSeconds = url.numberOr(RatchetProperty.QUERY_TIMEOUT, 0);
    return new ConnectionDefaults(
        url.publicUrl(),
        url.isTrue(RatchetProperty.AUTO_COMMIT),
        url.isTrue(RatchetProperty.READ_ONLY),
        repeatableRead
            ? Connection.TRANSACTION_REPEATABLE_READ
            : Connection.TRANSACTION_SERIALIZABLE,
        (int) Math.min(timeoutSeconds * 1000L, Integer.MAX_VALUE),
        url.numberOr(RatchetProperty.FETCH_SIZE, 0));
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
    RatchetProperty[] all = RatchetProperty.values();
    DriverPropertyInfo[] info = new DriverPropertyInfo[all.length];
    for (int i = 0; i < all.length; i++) {
      String given = properties == null ? null : properties.getProperty(all[i].propertyName());
      info[i] =
          new DriverPropertyInfo(
              all[i].propertyName(), given == null ? all[i].defaultValue() : given);
      info[i].description = all[i].meaning();
      if (!all[i].choices().isEmpty()) {
        info[i].choices = all[i].choices().toArray(String[]::new);
      }
    }
    return info;
  }

  @Override
  public int getMajorVersion() {
    return RatchetDatabaseMetaData.DRIVER_MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return RatchetDatabaseMetaData.DRIVER_MINOR;
  }

  /** JDBC asks for entry-level SQL 92 with all of its catalog, which this database has not. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("The driver writes no log", "0A000");
  }
}
