package org.ratchetdb.jdbc.meta;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.jdbc.backend.SqlErrors;

/** Kinds of objects that the database has not, and questions it cannot answer. */
abstract class AbsentMetaData extends DatabaseLimits {
  abstract ResultSet rows(MetaTable table);

  // ---- What does not exist: truly empty ----

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return rows(
        new MetaTable(
            "PROCEDURE_CAT",
            "PROCEDURE_SCHEM",
            "PROCEDURE_NAME",
            "RESERVED1",
            "RESERVED2",
            "RESERVED3",
            "REMARKS",
            "#PROCEDURE_TYPE",
            "SPECIFIC_NAME"));
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern) {
    return rows(
        new MetaTable(
            "PROCEDURE_CAT",
            "PROCEDURE_SCHEM",
            "PROCEDURE_NAME",
            "COLUMN_NAME",
            "#COLUMN_TYPE",
            "#DATA_TYPE",
            "TYPE_NAME",
            "#PRECISION",
            "#LENGTH",
            "#SCALE",
            "#RADIX",
            "#NULLABLE",
            "REMARKS",
            "COLUMN_DEF",
            "#SQL_DATA_TYPE",
            "#SQL_DATETIME_SUB",
            "#CHAR_OCTET_LENGTH",
            "#ORDINAL_POSITION",
            "IS_NULLABLE",
            "SPECIFIC_NAME"));
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      int @Nullable [] types) {
    return rows(
        new MetaTable(
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "CLASS_NAME",
            "#DATA_TYPE",
            "REMARKS",
            "#BASE_TYPE"));
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return rows(
        new MetaTable(
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SUPERTYPE_CAT",
            "SUPERTYPE_SCHEM",
            "SUPERTYPE_NAME"));
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    return rows(new MetaTable("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME"));
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String attributePattern)
      throws SQLException {
    throw SqlErrors.notSupported("getAttributes");
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schemaName, @Nullable String table) {
    return rows(
        new MetaTable(
            "#SCOPE",
            "COLUMN_NAME",
            "#DATA_TYPE",
            "TYPE_NAME",
            "#COLUMN_SIZE",
            "#BUFFER_LENGTH",
            "#DECIMAL_DIGITS",
            "#PSEUDO_COLUMN"));
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern) {
    return rows(
        new MetaTable(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "#DATA_TYPE",
            "#COLUMN_SIZE",
            "#DECIMAL_DIGITS",
            "#NUM_PREC_RADIX",
            "COLUMN_USAGE",
            "REMARKS",
            "#CHAR_OCTET_LENGTH",
            "IS_NULLABLE"));
  }

  @Override
  public ResultSet getClientInfoProperties() {
    return rows(
        new MetaTable("NAME", "#MAX_LEN", "DEFAULT_VALUE", "DESCRIPTION")
            .add("ApplicationName", 64, "", "The name of the program; kept by the driver"));
  }

  // ---- What is not known ----

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schemaName,
      @Nullable String table,
      @Nullable String columnPattern)
      throws SQLException {
    throw SqlErrors.notSupported("getColumnPrivileges");
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
      throws SQLException {
    throw SqlErrors.notSupported("getTablePrivileges");
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    throw SqlErrors.notSupported("getFunctions");
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    throw SqlErrors.notSupported("getFunctionColumns");
  }
}
