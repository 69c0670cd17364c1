package org.ratchetdb.jdbc.meta;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.jdbc.backend.ConnectionBackend;
import org.ratchetdb.jdbc.convert.JdbcTypes;
import org.ratchetdb.jdbc.meta.InformationSchema.Row;

/**
 * About the database and its schema. Schema questions are answered from INFORMATION_SCHEMA; what
 * cannot be answered truthfully is refused with SQLSTATE 0A000, never answered with nothing.
 */
public final class RatchetDatabaseMetaData extends AbsentMetaData {
  public static final String DRIVER_NAME = "Ratchet JDBC driver";
  public static final int DRIVER_MAJOR = 0;
  public static final int DRIVER_MINOR = 1;

  private final Connection connection;
  private final String url;
  private final ConnectionBackend backend;
  private final RowsFactory factory;
  private final InformationSchema schema;

  public RatchetDatabaseMetaData(
      Connection connection, String url, ConnectionBackend backend, RowsFactory factory) {
    this.connection = connection;
    this.url = url;
    this.backend = backend;
    this.factory = factory;
    this.schema = new InformationSchema(connection);
  }

  @Override
  Dialect dialect() {
    return backend.dialect();
  }

  @Override
  ResultSet rows(MetaTable table) {
    return factory.create(table.shape(), table.cursor());
  }

  private LikePattern like(@Nullable String pattern) {
    return new LikePattern(pattern, dialect() == Dialect.GOOGLE_STANDARD_SQL);
  }

  private boolean sameName(@Nullable String wanted, String name) {
    return wanted == null
        || (dialect() == Dialect.GOOGLE_STANDARD_SQL
            ? wanted.equalsIgnoreCase(name)
            : wanted.equals(name));
  }

  private boolean isCatalog(@Nullable String catalog) {
    return catalog == null || catalog.isEmpty() || catalog.equals(backend.databaseName());
  }

  /** Relations that this connection's catalog has, when the caller wants that catalog. */
  private List<Row> read(@Nullable String catalog, String relation) throws SQLException {
    return isCatalog(catalog) ? schema.read(relation) : List.of();
  }

  // ---- Tables and columns ----

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      String @Nullable [] types)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    LikePattern schemas = like(schemaPattern);
    LikePattern names = like(namePattern);
    for (Row row : read(catalog, "tables")) {
      String type = tableType(row);
      if (schemas.matches(row.text("table_schema"))
          && names.matches(row.text("table_name"))
          && (types == null || Arrays.asList(types).contains(type))) {
        out.add(
            backend.databaseName(),
            row.text("table_schema"),
            row.text("table_name"),
            type,
            null,
            null,
            null,
            null,
            null,
            null);
      }
    }
    return rows(out.sortedBy(3, 0, 1, 2));
  }

  private static String tableType(Row row) {
    if (isSystem(row.text("table_schema"))) {
      return row.text("table_type").equals("VIEW") ? "SYSTEM VIEW" : "SYSTEM TABLE";
    }
    return row.text("table_type").equals("VIEW") ? "VIEW" : "TABLE";
  }

  private static boolean isSystem(String schemaName) {
    return switch (schemaName.toLowerCase(Locale.ROOT)) {
      case "information_schema", "spanner_sys", "pg_catalog" -> true;
      default -> false;
    };
  }

  @Override
  public ResultSet getTableTypes() {
    return rows(
        new MetaTable("TABLE_TYPE")
            .add("SYSTEM TABLE")
            .add("SYSTEM VIEW")
            .add("TABLE")
            .add("VIEW"));
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tablePattern,
      @Nullable String columnPattern)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "#DATA_TYPE",
            "TYPE_NAME",
            "#COLUMN_SIZE",
            "#BUFFER_LENGTH",
            "#DECIMAL_DIGITS",
            "#NUM_PREC_RADIX",
            "#NULLABLE",
            "REMARKS",
            "COLUMN_DEF",
            "#SQL_DATA_TYPE",
            "#SQL_DATETIME_SUB",
            "#CHAR_OCTET_LENGTH",
            "#ORDINAL_POSITION",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "#SOURCE_DATA_TYPE",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    LikePattern schemas = like(schemaPattern);
    LikePattern tables = like(tablePattern);
    LikePattern columns = like(columnPattern);
    for (Row row : read(catalog, "columns")) {
      if (schemas.matches(row.text("table_schema"))
          && tables.matches(row.text("table_name"))
          && columns.matches(row.text("column_name"))) {
        addColumn(out, row);
      }
    }
    return rows(out.sortedBy(0, 1, 2, 16));
  }

  private void addColumn(MetaTable out, Row row) {
    String declared = row.get("spanner_type");
    DeclaredType type =
        DeclaredType.parse(declared == null ? row.text("data_type") : declared, dialect());
    boolean nullable = row.text("is_nullable").equalsIgnoreCase("YES");
    boolean isText = type.jdbcType() == Types.VARCHAR || type.jdbcType() == Types.VARBINARY;
    String generated = row.text("is_generated");
    out.add(
        backend.databaseName(),
        row.text("table_schema"),
        row.text("table_name"),
        row.text("column_name"),
        type.jdbcType(),
        type.name(),
        type.size(),
        null,
        type.jdbcType() == Types.NUMERIC ? type.scale() : null,
        10,
        nullable ? columnNullable : columnNoNulls,
        null,
        row.get("column_default"),
        null,
        null,
        isText ? type.size() : null,
        row.number("ordinal_position"),
        nullable ? "YES" : "NO",
        null,
        null,
        null,
        null,
        row.text("is_identity").equalsIgnoreCase("YES") ? "YES" : "NO",
        generated.isEmpty() || generated.equalsIgnoreCase("NEVER") ? "NO" : "YES");
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String pattern)
      throws SQLException {
    LikePattern schemas = like(pattern);
    Set<String> names = new TreeSet<>();
    for (Row row : read(catalog, "schemata")) {
      if (schemas.matches(row.text("schema_name"))) {
        names.add(row.text("schema_name"));
      }
    }
    MetaTable out = new MetaTable("TABLE_SCHEM", "TABLE_CATALOG");
    names.forEach(name -> out.add(name, backend.databaseName()));
    return rows(out);
  }

  /** A connection sees its own database only. */
  @Override
  public ResultSet getCatalogs() {
    return rows(new MetaTable("TABLE_CAT").add(backend.databaseName()));
  }

  // ---- Keys and indexes ----

  private boolean isTable(Row row, @Nullable String schemaName, @Nullable String table) {
    return sameName(schemaName, row.text("table_schema"))
        && sameName(table, row.text("table_name"));
  }

  private List<Row> primaryKey(
      @Nullable String catalog, @Nullable String schemaName, @Nullable String table)
      throws SQLException {
    List<Row> parts = new ArrayList<>();
    for (Row row : read(catalog, "index_columns")) {
      if (isTable(row, schemaName, table)
          && row.text("index_type").equals("PRIMARY_KEY")
          && row.get("ordinal_position") != null) {
        parts.add(row);
      }
    }
    return parts;
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schemaName, @Nullable String table)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "#KEY_SEQ", "PK_NAME");
    for (Row row : primaryKey(catalog, schemaName, table)) {
      out.add(
          backend.databaseName(),
          row.text("table_schema"),
          row.text("table_name"),
          row.text("column_name"),
          row.number("ordinal_position"),
          row.text("index_name"));
    }
    return rows(out.sortedBy(3));
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schemaName,
      @Nullable String table,
      boolean unique,
      boolean approximate)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "?NON_UNIQUE",
            "INDEX_QUALIFIER",
            "INDEX_NAME",
            "#TYPE",
            "#ORDINAL_POSITION",
            "COLUMN_NAME",
            "ASC_OR_DESC",
            "#CARDINALITY",
            "#PAGES",
            "FILTER_CONDITION");
    Map<String, Boolean> uniqueness = new HashMap<>();
    for (Row row : read(catalog, "indexes")) {
      String isUnique = row.text("is_unique");
      uniqueness.put(
          indexName(row), isUnique.equalsIgnoreCase("true") || isUnique.equalsIgnoreCase("YES"));
    }
    for (Row row : read(catalog, "index_columns")) {
      boolean isUnique = uniqueness.getOrDefault(indexName(row), false);
      String order = row.get("column_ordering");
      // Columns that only ride along have no place in the order.
      if (isTable(row, schemaName, table)
          && row.get("ordinal_position") != null
          && (isUnique || !unique)) {
        out.add(
            backend.databaseName(),
            row.text("table_schema"),
            row.text("table_name"),
            !isUnique,
            null,
            row.text("index_name"),
            tableIndexOther,
            row.number("ordinal_position"),
            row.text("column_name"),
            order == null ? null : order.startsWith("DESC") ? "D" : "A",
            null,
            null,
            null);
      }
    }
    return rows(out.sortedBy(3, 6, 5, 7));
  }

  private static String indexName(Row row) {
    return row.text("table_schema") + '.' + row.text("table_name") + '.' + row.text("index_name");
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schemaName,
      @Nullable String table,
      int scope,
      boolean nullable)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "#SCOPE",
            "COLUMN_NAME",
            "#DATA_TYPE",
            "TYPE_NAME",
            "#COLUMN_SIZE",
            "#BUFFER_LENGTH",
            "#DECIMAL_DIGITS",
            "#PSEUDO_COLUMN");
    Set<String> keys = new HashSet<>();
    for (Row row : primaryKey(catalog, schemaName, table)) {
      keys.add(row.text("column_name"));
    }
    for (Row row : read(catalog, "columns")) {
      if (isTable(row, schemaName, table) && keys.contains(row.text("column_name"))) {
        String declared = row.get("spanner_type");
        DeclaredType type =
            DeclaredType.parse(declared == null ? row.text("data_type") : declared, dialect());
        out.add(
            bestRowSession,
            row.text("column_name"),
            type.jdbcType(),
            type.name(),
            type.size(),
            null,
            type.scale(),
            bestRowNotPseudo);
      }
    }
    return rows(out);
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schemaName, @Nullable String table)
      throws SQLException {
    return rows(foreignKeys(catalog, null, null, schemaName, table).sortedBy(0, 1, 2, 8));
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schemaName, @Nullable String table)
      throws SQLException {
    return rows(foreignKeys(catalog, schemaName, table, null, null).sortedBy(4, 5, 6, 8));
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    String catalog = isCatalog(parentCatalog) ? foreignCatalog : parentCatalog;
    return rows(
        foreignKeys(catalog, parentSchema, parentTable, foreignSchema, foreignTable)
            .sortedBy(4, 5, 6, 8));
  }

  /** Foreign keys between two tables; null for a table means any. */
  private MetaTable foreignKeys(
      @Nullable String catalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String childSchema,
      @Nullable String childTable)
      throws SQLException {
    MetaTable out =
        new MetaTable(
            "PKTABLE_CAT",
            "PKTABLE_SCHEM",
            "PKTABLE_NAME",
            "PKCOLUMN_NAME",
            "FKTABLE_CAT",
            "FKTABLE_SCHEM",
            "FKTABLE_NAME",
            "FKCOLUMN_NAME",
            "#KEY_SEQ",
            "#UPDATE_RULE",
            "#DELETE_RULE",
            "FK_NAME",
            "PK_NAME",
            "#DEFERRABILITY");
    Map<String, List<Row>> columns = new HashMap<>();
    for (Row row : read(catalog, "key_column_usage")) {
      columns.computeIfAbsent(row.text("constraint_name"), k -> new ArrayList<>()).add(row);
    }
    String database = backend.databaseName();
    for (Row constraint : read(catalog, "referential_constraints")) {
      List<Row> parents =
          columns.getOrDefault(constraint.text("unique_constraint_name"), List.of());
      for (Row child : columns.getOrDefault(constraint.text("constraint_name"), List.of())) {
        String place = child.text("position_in_unique_constraint");
        for (Row parent : parents) {
          if (parent.text("ordinal_position").equals(place)
              && isTable(parent, parentSchema, parentTable)
              && isTable(child, childSchema, childTable)) {
            out.add(
                database,
                parent.text("table_schema"),
                parent.text("table_name"),
                parent.text("column_name"),
                database,
                child.text("table_schema"),
                child.text("table_name"),
                child.text("column_name"),
                child.number("ordinal_position"),
                importedKeyNoAction,
                constraint.text("delete_rule").equals("CASCADE")
                    ? importedKeyCascade
                    : importedKeyNoAction,
                constraint.text("constraint_name"),
                constraint.text("unique_constraint_name"),
                importedKeyNotDeferrable);
          }
        }
      }
    }
    return out;
  }

  // ---- Types ----

  @Override
  public ResultSet getTypeInfo() {
    MetaTable out =
        new MetaTable(
            "TYPE_NAME",
            "#DATA_TYPE",
            "#PRECISION",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "#NULLABLE",
            "?CASE_SENSITIVE",
            "#SEARCHABLE",
            "?UNSIGNED_ATTRIBUTE",
            "?FIXED_PREC_SCALE",
            "?AUTO_INCREMENT",
            "LOCAL_TYPE_NAME",
            "#MINIMUM_SCALE",
            "#MAXIMUM_SCALE",
            "#SQL_DATA_TYPE",
            "#SQL_DATETIME_SUB",
            "#NUM_PREC_RADIX");
    boolean google = dialect() == Dialect.GOOGLE_STANDARD_SQL;
    List<SqlType> types =
        List.of(
            SqlType.BOOL,
            SqlType.INT64,
            SqlType.FLOAT32,
            SqlType.FLOAT64,
            google ? SqlType.NUMERIC : SqlType.PG_NUMERIC,
            SqlType.STRING,
            SqlType.BYTES,
            SqlType.DATE,
            SqlType.TIMESTAMP,
            SqlType.UUID,
            google ? SqlType.JSON : SqlType.PG_JSONB,
            SqlType.INTERVAL);
    for (SqlType type : types) {
      TypeKind kind = type.kind();
      boolean text = kind == TypeKind.STRING;
      out.add(
          JdbcTypes.name(type, dialect()),
          JdbcTypes.jdbcType(kind),
          JdbcTypes.precision(kind),
          text ? "'" : null,
          text ? "'" : null,
          text || (kind == TypeKind.BYTES && google) ? "length" : null,
          typeNullable,
          text,
          typeSearchable,
          !JdbcTypes.isSigned(kind),
          false,
          false,
          null,
          0,
          JdbcTypes.scale(kind),
          null,
          null,
          10);
    }
    return rows(out.sortedBy(1));
  }

  // ---- Names, words and versions ----

  @Override
  public String getDatabaseProductName() {
    return "Ratchet";
  }

  @Override
  public String getDatabaseProductVersion() {
    return backend.productVersion();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return versionPart(0);
  }

  @Override
  public int getDatabaseMinorVersion() {
    return versionPart(1);
  }

  private int versionPart(int index) {
    String[] parts = backend.productVersion().split("[^0-9]+", -1);
    return index < parts.length && !parts[index].isEmpty() ? Integer.parseInt(parts[index]) : 0;
  }

  @Override
  public String getDriverName() {
    return DRIVER_NAME;
  }

  @Override
  public String getDriverVersion() {
    return DRIVER_MAJOR + "." + DRIVER_MINOR;
  }

  @Override
  public int getDriverMajorVersion() {
    return DRIVER_MAJOR;
  }

  @Override
  public int getDriverMinorVersion() {
    return DRIVER_MINOR;
  }

  @Override
  public int getJDBCMajorVersion() {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() {
    return 3;
  }

  @Override
  public String getURL() {
    return url;
  }

  @Override
  public String getUserName() {
    return backend.userName();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public boolean usesLocalFiles() {
    return url.startsWith("jdbc:ratchet:file:");
  }

  @Override
  public boolean supportsRefCursors() {
    return false;
  }

  @Override
  public String getIdentifierQuoteString() {
    return dialect() == Dialect.POSTGRESQL ? "\"" : "`";
  }

  @Override
  public String getSQLKeywords() {
    return dialect() == Dialect.POSTGRESQL
        ? "interleave,returning,limit,offset"
        : "assert_rows_modified,enum,exclude,hash,ignore,interleave,limit,lookup,nulls,of,proto,"
            + "qualify,respect,struct,tablesample,treat,unnest,window";
  }

  @Override
  public String getNumericFunctions() {
    return "ABS,CEILING,EXP,FLOOR,LOG,LOG10,MOD,POWER,ROUND,SIGN,SQRT";
  }

  @Override
  public String getStringFunctions() {
    return "CONCAT,LENGTH,LOWER,LTRIM,REPLACE,RTRIM,SUBSTR,UPPER";
  }

  @Override
  public String getSystemFunctions() {
    return "COALESCE";
  }

  @Override
  public String getTimeDateFunctions() {
    return "EXTRACT";
  }

  @Override
  public String getSearchStringEscape() {
    return "\\";
  }

  @Override
  public String getExtraNameCharacters() {
    return "";
  }

  @Override
  public String getSchemaTerm() {
    return "schema";
  }

  @Override
  public String getProcedureTerm() {
    return "procedure";
  }

  @Override
  public String getCatalogTerm() {
    return "database";
  }

  @Override
  public String getCatalogSeparator() {
    return ".";
  }

  @Override
  public int getDefaultTransactionIsolation() {
    return Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getSQLStateType() {
    return sqlStateSQL;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public Connection getConnection() {
    return connection;
  }
}
