package org.ratchetdb.catalog.ddl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ratchetdb.catalog.change.DatabaseOption;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.type.SqlType;

/** PostgreSQL. */
final class PostgresDdl implements DialectDdl {
  /** Words that PostgreSQL does not take as the name of a column or table. */
  private static final Set<String> RESERVED =
      Set.of(
          ("all analyse analyze and any array as asc asymmetric authorization binary both case cast"
                  + " check collate collation column concurrently constraint create cross"
                  + " current_catalog current_date current_role current_schema current_time"
                  + " current_timestamp current_user default deferrable desc distinct do else end"
                  + " except false fetch for foreign freeze from full grant group having ilike in"
                  + " initially inner intersect into is isnull join lateral leading left like limit"
                  + " localtime localtimestamp natural not notnull null offset on only or order"
                  + " outer overlaps placing primary references returning right select session_user"
                  + " similar some symmetric table tablesample then to trailing true union unique"
                  + " user using variadic verbose when where window with")
              .split(" "));

  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");

  /** Possessive, for a loop that may go back takes stack for each character. */
  private static final String STRING = "'[^']*+(''[^']*+)*+'";

  /** Expressions that need no parentheses after DEFAULT: literals, casts of them, simple calls. */
  private static final Pattern SIMPLE_DEFAULT =
      Pattern.compile(
          "(-?\\d+(\\.\\d+)?|"
              + STRING
              + "|true|false|null|[a-z_][a-z0-9_.]*\\(("
              + STRING
              + ")?\\))"
              + "(::[a-z ]+(\\(\\d+\\))?(\\[])?)?",
          Pattern.CASE_INSENSITIVE);

  @Override
  public List<String> options(String databaseName, Map<String, String> options) {
    return options.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            option ->
                "ALTER DATABASE "
                    + identifier(databaseName)
                    + " SET "
                    + optionName(option.getKey())
                    + " = "
                    + stringLiteral(option.getValue()))
        .toList();
  }

  private static String optionName(String name) {
    return DatabaseOption.named(name)
        .map(DatabaseOption::postgresName)
        .orElseThrow(() -> new IllegalStateException("Not an option of databases: " + name));
  }

  private static String stringLiteral(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  @Override
  public String sequence(Sequence sequence) {
    return "CREATE SEQUENCE " + identifier(sequence.name()) + " " + sequenceOptions(sequence);
  }

  private static String sequenceOptions(Sequence sequence) {
    StringBuilder out = new StringBuilder("BIT_REVERSED_POSITIVE");
    if (GoogleSqlDdl.hasSkipRange(sequence)) {
      out.append(" SKIP RANGE ").append(sequence.skipMin());
      out.append(' ').append(sequence.skipMax());
    }
    if (sequence.startCounter() != 1) {
      out.append(" START COUNTER WITH ").append(sequence.startCounter());
    }
    return out.toString();
  }

  @Override
  public String table(Schema schema, Table table) {
    List<String> elements = new ArrayList<>();
    table.columns().forEach(column -> elements.add(column(schema, column)));
    if (!table.primaryKey().isEmpty()) {
      elements.add(
          "PRIMARY KEY("
              + names(table, table.primaryKey().stream().map(KeyPart::columnId).toList(), ", ")
              + ")");
    }
    StringBuilder out =
        new StringBuilder("CREATE TABLE ")
            .append(identifier(table.name()))
            .append(" (\n  ")
            .append(String.join(",\n  ", elements))
            .append("\n)");
    Interleave interleave = table.interleave();
    if (interleave != null) {
      out.append(" INTERLEAVE IN ")
          .append(interleave.enforced() ? "PARENT " : "")
          .append(identifier(schema.table(interleave.parentTableId()).name()))
          .append(interleave.onDeleteCascade() ? " ON DELETE CASCADE" : "");
    }
    return out.toString();
  }

  private String column(Schema schema, Column column) {
    StringBuilder out = new StringBuilder(identifier(column.name()));
    out.append(' ').append(columnType(column));
    if (column.generatedSql() != null) {
      out.append(" GENERATED ALWAYS AS (").append(column.generatedSql()).append(')');
      out.append(column.stored() ? " STORED" : " VIRTUAL");
    }
    String defaultSql = column.defaultSql();
    if (defaultSql != null) {
      out.append(" DEFAULT ");
      out.append(
          SIMPLE_DEFAULT.matcher(defaultSql).matches() ? defaultSql : "(" + defaultSql + ")");
    }
    IdentitySpec identity = column.identity();
    if (identity != null) {
      Sequence sequence = schema.sequence(identity.sequenceId());
      out.append(" GENERATED BY DEFAULT AS IDENTITY (");
      out.append(sequenceOptions(sequence)).append(')');
    }
    if (column.notNull()) {
      out.append(" NOT NULL");
    }
    if (column.hidden()) {
      out.append(" HIDDEN");
    }
    return out.toString();
  }

  private static String columnType(Column column) {
    if (column.allowCommitTimestamp()) {
      return "spanner.commit_timestamp";
    }
    boolean text = column.declaredType().toLowerCase(Locale.ROOT).startsWith("text");
    return type(column.type(), column.lengthMax(), text);
  }

  private static String type(SqlType type, long lengthMax, boolean text) {
    return switch (type.kind()) {
      case ARRAY -> type(type.elementType(), lengthMax, text) + "[]";
      case BOOL -> "boolean";
      case INT64 -> "bigint";
      case FLOAT32 -> "real";
      case FLOAT64 -> "double precision";
      case NUMERIC, PG_NUMERIC -> "numeric";
      case STRING -> {
        if (lengthMax != 0) {
          yield "character varying(" + lengthMax + ")";
        }
        yield text ? "text" : "character varying";
      }
      case BYTES -> "bytea";
      case DATE -> "date";
      case TIMESTAMP -> "timestamp with time zone";
      case UUID -> "uuid";
      case JSON, PG_JSONB -> "jsonb";
      case INTERVAL -> "interval";
      case PG_OID -> "oid";
      case STRUCT, UNKNOWN -> throw new IllegalArgumentException("Not a column's type: " + type);
    };
  }

  @Override
  public String index(Schema schema, Index index) {
    Table table = schema.table(index.tableId());
    StringBuilder out = new StringBuilder("CREATE ").append(index.unique() ? "UNIQUE " : "");
    out.append("INDEX ").append(identifier(index.name())).append(" ON ");
    out.append(identifier(table.name())).append(" (");
    out.append(
        index.keyParts().stream()
            .map(part -> indexPart(table, part))
            .collect(Collectors.joining(", ")));
    out.append(')');
    if (!index.storedColumnIds().isEmpty()) {
      out.append(" INCLUDE (").append(names(table, index.storedColumnIds(), ", ")).append(')');
    }
    Integer interleaveIn = index.interleaveInTableId();
    if (interleaveIn != null) {
      out.append(" INTERLEAVE IN ").append(identifier(schema.table(interleaveIn).name()));
    }
    if (!index.notNullColumnIds().isEmpty()) {
      out.append(" WHERE ");
      out.append(names(table, index.notNullColumnIds(), " IS NOT NULL AND "));
      out.append(" IS NOT NULL");
    }
    return out.toString();
  }

  private String indexPart(Table table, KeyPart part) {
    String out = identifier(table.column(part.columnId()).name());
    if (part.descending()) {
      return out + (part.nullsFirst() ? " DESC" : " DESC NULLS LAST");
    }
    return out + (part.nullsFirst() ? " NULLS FIRST" : "");
  }

  private String names(Table table, List<Integer> columnIds, String separator) {
    return columnIds.stream()
        .map(id -> identifier(table.column(id).name()))
        .collect(Collectors.joining(separator));
  }

  /** Each part of a path by itself. */
  @Override
  public String identifier(String name) {
    return Arrays.stream(name.split("\\.", -1))
        .map(PostgresDdl::quoteIfNeeded)
        .collect(Collectors.joining("."));
  }

  private static String quoteIfNeeded(String name) {
    if (PLAIN.matcher(name).matches() && !RESERVED.contains(name)) {
      return name;
    }
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
