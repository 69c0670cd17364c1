package org.ratchetdb.jdbc.core;

import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.util.Map;
import java.util.concurrent.Executor;
import org.ratchetdb.jdbc.backend.SqlErrors;
import org.ratchetdb.jdbc.meta.SelfWrapper;

/** What a connection has no counterpart for: each part refuses with SQLSTATE 0A000. */
abstract class AbsentConnection implements Connection, SelfWrapper {
  abstract void checkOpen() throws SQLException;

  @Override
  public final CallableStatement prepareCall(String sql) throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
  }

  @Override
  public final CallableStatement prepareCall(String sql, int type, int concurrency)
      throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
  }

  @Override
  public final CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    throw SqlErrors.notSupported("A stored procedure");
  }

  @Override
  public final Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw SqlErrors.notSupported("Creating a STRUCT");
  }

  @Override
  public final Blob createBlob() throws SQLException {
    throw SqlErrors.notSupported("Creating a Blob (setBytes and setBinaryStream do it)");
  }

  @Override
  public final Clob createClob() throws SQLException {
    throw SqlErrors.notSupported("Creating a Clob (setString and setCharacterStream do it)");
  }

  @Override
  public final NClob createNClob() throws SQLException {
    throw SqlErrors.notSupported("Creating an NClob (setString and setCharacterStream do it)");
  }

  @Override
  public final SQLXML createSQLXML() throws SQLException {
    throw SqlErrors.notSupported("SQLXML");
  }

  @Override
  public final Map<String, Class<?>> getTypeMap() throws SQLException {
    checkOpen();
    return Map.of();
  }

  @Override
  public final void setTypeMap(Map<String, Class<?>> map) throws SQLException {
    checkOpen();
    if (!map.isEmpty()) {
      throw SqlErrors.notSupported("A map of user-defined types");
    }
  }

  @Override
  public final void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    throw SqlErrors.notSupported(
        "Changing the network timeout (the property socketTimeout sets it)");
  }

  @Override
  public final int getNetworkTimeout() throws SQLException {
    checkOpen();
    return 0;
  }
}
