package org.ratchetdb.engine.session;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.DatabaseOption;
import org.ratchetdb.catalog.ddl.DdlPrinter;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.Snapshot;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.split.SplitPicture;
import org.ratchetdb.engine.statement.CommandText;
import org.ratchetdb.sqlfrontend.ast.SessionStatement;

/**
 * SHOW statements that look at the database: tables, DDL, splits, databases. Owned by one thread.
 */
final class ShowStatements {
  private final EngineSession session;
  private final DatabaseContext context;

  ShowStatements(EngineSession session, DatabaseContext context) {
    this.session = session;
    this.context = context;
  }

  StatementResult run(SessionStatement statement) {
    if (statement instanceof SessionStatement.ShowTables) {
      return tables();
    }
    if (statement instanceof SessionStatement.ShowDatabases) {
      return databases();
    }
    if (statement instanceof SessionStatement.ShowSnapshots) {
      return snapshots();
    }
    if (statement instanceof SessionStatement.ShowDdl show) {
      return ddl(show.object() == null ? null : show.object().text());
    }
    if (statement instanceof SessionStatement.ShowSplits show) {
      return splits(show.table() == null ? null : show.table().text());
    }
    throw DbException.notSupported("This statement");
  }

  CommitTimestamp earliestVersionTime() {
    return context.store().oldestReadableTimestamp();
  }

  /** How long replaced versions can be read, such as {@code 1h}. */
  String retentionPeriod() {
    String option =
        context
            .schemas()
            .current()
            .options()
            .get(DatabaseOption.VERSION_RETENTION_PERIOD.optionName());
    long seconds = context.options().historyRetention().toSeconds();
    return option != null ? option : seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds + "s";
  }

  private StatementResult tables() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    Schema schema = schema();
    for (Table table : schema.tables()) {
      String parent =
          table.interleave() == null
              ? null
              : schema.table(table.interleave().parentTableId()).name();
      rows.add(row(table.name(), parent));
    }
    return show(List.of("table_name", "parent_table_name"), rows);
  }

  private StatementResult databases() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (String name : context.instance().databaseNames()) {
      rows.add(row(name, context.instance().damage(name).isEmpty() ? "READY" : "DAMAGED"));
    }
    return show(CommandText.DATABASE_COLUMNS, rows);
  }

  private StatementResult snapshots() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (Snapshot snapshot : context.instance().snapshots()) {
      rows.add(
          row(
              snapshot.name(),
              snapshot.database(),
              snapshot.dialect().name(),
              Instant.EPOCH.plus(snapshot.timestamp().micros(), ChronoUnit.MICROS).toString(),
              snapshot.created().toString()));
    }
    return show(CommandText.SNAPSHOT_COLUMNS, rows);
  }

  private StatementResult ddl(@Nullable String object) {
    DdlPrinter printer = new DdlPrinter(schema());
    List<List<@Nullable String>> rows = new ArrayList<>();
    if (object == null) {
      for (String text : printer.database(context.name())) {
        rows.add(row(text));
      }
    } else {
      rows.add(row(objectDdl(printer, object)));
    }
    return show(List.of("ddl"), rows);
  }

  private String objectDdl(DdlPrinter printer, String name) {
    Schema schema = schema();
    return schema
        .findTable(name)
        .map(printer::table)
        .or(() -> schema.findIndex(name).map(printer::index))
        .or(() -> schema.findSequence(name).map(printer::sequence))
        .orElseThrow(
            () ->
                new DbException(
                    ErrorCode.OBJECT_NOT_FOUND, "Table, index or sequence not found: " + name));
  }

  private StatementResult splits(@Nullable String tableName) {
    Schema schema = schema();
    Table table = null;
    if (tableName != null) {
      table =
          schema
              .findTable(tableName)
              .orElseThrow(
                  () ->
                      new DbException(ErrorCode.TABLE_NOT_FOUND, "Table not found: " + tableName));
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (SplitPicture split : context.splits().pictures(table)) {
      rows.add(
          row(
              Long.toString(split.id()),
              split.start(),
              split.limit(),
              Long.toString(split.bytes()),
              Long.toString(split.rows()),
              Long.toString(split.reads()),
              Long.toString(split.writes()),
              split.origin(),
              split.sizeDecision()));
    }
    return show(CommandText.SPLIT_COLUMNS, rows);
  }

  private Schema schema() {
    return session.schema();
  }

  private static List<@Nullable String> row(@Nullable String... cells) {
    List<@Nullable String> row = new ArrayList<>();
    for (String cell : cells) {
      row.add(cell);
    }
    return row;
  }

  private static StatementResult show(List<String> names, List<List<@Nullable String>> rows) {
    return StatementRunner.text("SHOW", names, rows);
  }
}
