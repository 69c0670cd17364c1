package org.ratchetdb.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.config.RatchetProperty;
import org.ratchetdb.jdbc.meta.SelfWrapper;

/** Connections to one URL, without a pool. Set it up in one thread; then it is thread-safe. */
public final class RatchetDataSource implements DataSource, SelfWrapper {
  private final RatchetDriver driver = new RatchetDriver();
  private final Properties properties = new Properties();
  private String url;

  /** For frameworks that call setters: an own database in memory until a URL is set. */
  public RatchetDataSource() {
    this("jdbc:ratchet:mem:");
  }

  public RatchetDataSource(String url) {
    this.url = url;
  }

  public void setUrl(String url) {
    this.url = url;
  }

  public String getUrl() {
    return url;
  }

  /** Sets a property by its name, see {@link RatchetProperty}. */
  public void setProperty(String name, String value) {
    properties.setProperty(name, value);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connect(properties);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty(RatchetProperty.USER.propertyName(), user);
    all.setProperty(RatchetProperty.PASSWORD.propertyName(), password);
    return connect(all);
  }

  private Connection connect(Properties all) throws SQLException {
    Connection connection = driver.connect(url, all);
    if (connection == null) {
      throw SqlErrors.notSupported("The URL " + url);
    }
    return connection;
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    if (out != null) {
      throw SqlErrors.notSupported("A log writer");
    }
  }

  @Override
  public void setLoginTimeout(int seconds) {
    setProperty(RatchetProperty.CONNECT_TIMEOUT.propertyName(), Integer.toString(seconds));
  }

  @Override
  public int getLoginTimeout() {
    String set = properties.getProperty(RatchetProperty.CONNECT_TIMEOUT.propertyName());
    return Integer.parseInt(set == null ? RatchetProperty.CONNECT_TIMEOUT.defaultValue() : set);
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("The driver writes no log", "0A000");
  }
}
