package org.ratchetdb.tests.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The eight tables, with LINEITEM interleaved in ORDERS and PARTSUPP in PART, and how they are
 * filled.
 */
final class TpchTables {
  static final double SCALE = 0.1;
  private static final int ROWS_PER_COMMIT = 1_000;

  /** Types of the columns: I INT64, N NUMERIC, D DATE, S STRING. */
  private record Definition(String name, String types, String ddl) {}

  private static final List<Definition> TABLES =
      List.of(
          new Definition(
              "region",
              "ISS",
              "CREATE TABLE region (r_regionkey INT64 NOT NULL, r_name STRING(25) NOT NULL,"
                  + " r_comment STRING(152) NOT NULL) PRIMARY KEY (r_regionkey)"),
          new Definition(
              "nation",
              "ISIS",
              "CREATE TABLE nation (n_nationkey INT64 NOT NULL, n_name STRING(25) NOT NULL,"
                  + " n_regionkey INT64 NOT NULL, n_comment STRING(152) NOT NULL)"
                  + " PRIMARY KEY (n_nationkey)"),
          new Definition(
              "supplier",
              "ISSISNS",
              "CREATE TABLE supplier (s_suppkey INT64 NOT NULL, s_name STRING(25) NOT NULL,"
                  + " s_address STRING(40) NOT NULL, s_nationkey INT64 NOT NULL,"
                  + " s_phone STRING(15) NOT NULL, s_acctbal NUMERIC NOT NULL,"
                  + " s_comment STRING(101) NOT NULL) PRIMARY KEY (s_suppkey)"),
          new Definition(
              "part",
              "ISSSSISNS",
              "CREATE TABLE part (p_partkey INT64 NOT NULL, p_name STRING(55) NOT NULL,"
                  + " p_mfgr STRING(25) NOT NULL, p_brand STRING(10) NOT NULL,"
                  + " p_type STRING(25) NOT NULL, p_size INT64 NOT NULL,"
                  + " p_container STRING(10) NOT NULL, p_retailprice NUMERIC NOT NULL,"
                  + " p_comment STRING(23) NOT NULL) PRIMARY KEY (p_partkey)"),
          new Definition(
              "partsupp",
              "IIINS",
              "CREATE TABLE partsupp (ps_partkey INT64 NOT NULL, ps_suppkey INT64 NOT NULL,"
                  + " ps_availqty INT64 NOT NULL, ps_supplycost NUMERIC NOT NULL,"
                  + " ps_comment STRING(199) NOT NULL)"
                  + " PRIMARY KEY (ps_partkey, ps_suppkey),"
                  + " INTERLEAVE IN PARENT part ON DELETE CASCADE"),
          new Definition(
              "customer",
              "ISSISNSS",
              "CREATE TABLE customer (c_custkey INT64 NOT NULL, c_name STRING(25) NOT NULL,"
                  + " c_address STRING(40) NOT NULL, c_nationkey INT64 NOT NULL,"
                  + " c_phone STRING(15) NOT NULL, c_acctbal NUMERIC NOT NULL,"
                  + " c_mktsegment STRING(10) NOT NULL, c_comment STRING(117) NOT NULL)"
                  + " PRIMARY KEY (c_custkey)"),
          new Definition(
              "orders",
              "IISNDSSIS",
              "CREATE TABLE orders (o_orderkey INT64 NOT NULL, o_custkey INT64 NOT NULL,"
                  + " o_orderstatus STRING(1) NOT NULL, o_totalprice NUMERIC NOT NULL,"
                  + " o_orderdate DATE NOT NULL, o_orderpriority STRING(15) NOT NULL,"
                  + " o_clerk STRING(15) NOT NULL, o_shippriority INT64 NOT NULL,"
                  + " o_comment STRING(79) NOT NULL) PRIMARY KEY (o_orderkey)"),
          new Definition(
              "lineitem",
              "IIIINNNNSSDDDSSS",
              "CREATE TABLE lineitem (l_orderkey INT64 NOT NULL, l_partkey INT64 NOT NULL,"
                  + " l_suppkey INT64 NOT NULL, l_linenumber INT64 NOT NULL,"
                  + " l_quantity NUMERIC NOT NULL, l_extendedprice NUMERIC NOT NULL,"
                  + " l_discount NUMERIC NOT NULL, l_tax NUMERIC NOT NULL,"
                  + " l_returnflag STRING(1) NOT NULL, l_linestatus STRING(1) NOT NULL,"
                  + " l_shipdate DATE NOT NULL, l_commitdate DATE NOT NULL,"
                  + " l_receiptdate DATE NOT NULL, l_shipinstruct STRING(25) NOT NULL,"
                  + " l_shipmode STRING(10) NOT NULL, l_comment STRING(44) NOT NULL)"
                  + " PRIMARY KEY (l_orderkey, l_linenumber),"
                  + " INTERLEAVE IN PARENT orders ON DELETE CASCADE"));

  private static final List<String> INDEXES =
      List.of(
          "CREATE INDEX i_s_nationkey ON supplier (s_nationkey)",
          "CREATE INDEX i_ps_suppkey ON partsupp (ps_suppkey)",
          "CREATE INDEX i_c_nationkey ON customer (c_nationkey)",
          "CREATE INDEX i_o_custkey ON orders (o_custkey)",
          "CREATE INDEX i_l_partkey_2 ON lineitem (l_partkey, l_suppkey)",
          "CREATE INDEX i_l_suppkey ON lineitem (l_suppkey)");

  private TpchTables() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (Definition table : TABLES) {
        statement.execute(table.ddl());
      }
    }
  }

  static void index(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String index : INDEXES) {
        statement.execute(index);
      }
    }
  }

  static void load(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    for (Definition table : TABLES) {
      load(connection, table);
    }
    connection.setAutoCommit(true);
  }

  private static void load(Connection connection, Definition table) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(table.types().length(), "?"));
    TpchTable<?> generated = TpchTable.getTable(table.name());
    String columns =
        generated.getColumns().stream()
            .map(TpchColumn::getColumnName)
            .collect(Collectors.joining(", "));
    Iterable<? extends TpchEntity> rows = generated.createGenerator(SCALE, 1, 1);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + table.name() + " (" + columns + ") VALUES (" + marks + ")")) {
      int pending = 0;
      for (TpchEntity row : rows) {
        bind(insert, table.types(), row.toLine().split("\\|", -1));
        insert.addBatch();
        if (++pending == ROWS_PER_COMMIT) {
          insert.executeBatch();
          connection.commit();
          pending = 0;
        }
      }
      insert.executeBatch();
      connection.commit();
    }
  }

  private static void bind(PreparedStatement insert, String types, String[] cells)
      throws SQLException {
    for (int i = 0; i < types.length(); i++) {
      switch (types.charAt(i)) {
        case 'I' -> insert.setLong(i + 1, Long.parseLong(cells[i]));
        case 'N' -> insert.setBigDecimal(i + 1, new BigDecimal(cells[i]));
        case 'D' -> insert.setDate(i + 1, Date.valueOf(cells[i]));
        default -> insert.setString(i + 1, cells[i]);
      }
    }
  }
}
