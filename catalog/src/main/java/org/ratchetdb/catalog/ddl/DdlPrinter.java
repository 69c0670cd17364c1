package org.ratchetdb.catalog.ddl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;

/**
 * Prints objects of one schema in the language of its database. Statements end without a semicolon.
 * Immutable.
 */
public final class DdlPrinter {
  private final Schema schema;
  private final DialectDdl dialect;

  public DdlPrinter(Schema schema) {
    this.schema = schema;
    this.dialect =
        switch (schema.dialect()) {
          case GOOGLE_STANDARD_SQL -> new GoogleSqlDdl();
          case POSTGRESQL -> new PostgresDdl();
        };
  }

  /**
   * Every statement that makes the schema, each after those it needs: options, sequences, tables
   * (parents before children), indexes. Sequences behind identity columns belong to their tables.
   */
  public List<String> database(String databaseName) {
    List<String> statements = new ArrayList<>();
    if (!schema.options().isEmpty()) {
      statements.addAll(dialect.options(databaseName, schema.options()));
    }
    for (Sequence sequence : schema.sequences()) {
      if (sequence.identityOwnerTableId() == 0) {
        statements.add(dialect.sequence(sequence));
      }
    }
    // A parent is always older than its children, and ids grow with age.
    schema.tables().stream()
        .sorted(Comparator.comparingInt(Table::id))
        .forEach(table -> statements.add(dialect.table(schema, table)));
    schema.indexes().stream()
        .sorted(Comparator.comparingInt(Index::tableId).thenComparing(Index::name))
        .forEach(index -> statements.add(dialect.index(schema, index)));
    return statements;
  }

  /** {@code CREATE TABLE …}. */
  public String table(Table table) {
    return dialect.table(schema, table);
  }

  /** {@code CREATE INDEX …}. */
  public String index(Index index) {
    return dialect.index(schema, index);
  }

  /** {@code CREATE SEQUENCE …}. */
  public String sequence(Sequence sequence) {
    return dialect.sequence(sequence);
  }

  /** The name as it must be written in a statement: quoted where the dialect needs it. */
  public String identifier(String name) {
    return dialect.identifier(name);
  }
}
