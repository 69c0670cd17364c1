package org.ratchetdb.engine.check;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.ratchetdb.catalog.ddl.DdlPrinter;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.ddl.SchemaView;
import org.ratchetdb.engine.split.KeyText;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.write.RowAudit;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.storage.api.ReadView;

/**
 * Checks a database while it is in use. Everything is compared as of one snapshot, so what writers
 * do meanwhile cannot look like a contradiction. Thread-safe.
 */
public final class DatabaseCheck {
  private final DatabaseContext context;

  public DatabaseCheck(DatabaseContext context) {
    this.context = context;
  }

  /** Looks at everything; damage is among the findings, only a stop throws. */
  public CheckReport run(ProgressListener progress) {
    Findings findings = new Findings();
    // An object may lose its rows, and its note, between the two looks.
    Set<Integer> dropped = new HashSet<>(context.ddl().droppedObjects());
    SchemaView schemaView = context.schemas().strongView();
    try (ReadView view = schemaView.view()) {
      dropped.addAll(context.ddl().droppedObjects());
      Schema schema = schemaView.schema();
      checkParts(findings);
      context.store().verify(new StoreFindings(findings, new KeyText(schema), progress));
      RowPass pass =
          new RowPass(schema, view, dropped, table -> audit(schema, table, findings), findings);
      pass.run(progress, context.store().approximateSizeBytes(KeyRange.ALL));
      if (pass.isComplete()) {
        for (Index index : pass.disagreeing()) {
          new IndexComparison(schema, index, view, findings, progress).run();
        }
      }
      return report(findings, pass, schema, view.readTimestamp());
    }
  }

  /** The split map and the counters of sequences. */
  private void checkParts(Findings findings) {
    try {
      context.splits().verify();
    } catch (DbException e) {
      findings.error(
          "split map",
          null,
          e.message(),
          "The map says where rows lie, not what they are; restore the database from a backup.");
    }
    try {
      context.sequences().verify();
    } catch (DbException e) {
      findings.error(
          "sequences",
          e.attributes().get("sequence"),
          e.message(),
          "Restart the sequence above every value that was drawn.");
    }
  }

  private RowAudit audit(Schema schema, Table table, Findings findings) {
    RowAudit audit = new RowAudit(schema, table);
    List<Column> stored =
        table.columns().stream().filter(c -> c.isGenerated() && c.stored()).toList();
    if (stored.isEmpty()) {
      return audit;
    }
    try {
      DmlPlan.Insert insert = insertIntoItself(schema, table);
      ExecutionContext execution =
          ExecutionContext.builder(context.dialect())
              .zone(context.zone())
              .statementMicros(context.clock().nowMicros())
              .build();
      for (Column column : stored) {
        insert.generated().stream()
            .filter(computed -> computed.columnId() == column.id())
            .findFirst()
            .ifPresent(computed -> audit.expect(column, computed.value(), execution));
      }
    } catch (DbException e) {
      findings.warning(
          "table " + table.name(),
          null,
          "Its generated columns could not be checked: " + e.message(),
          null);
    }
    return audit;
  }

  /** A statement that computes every generated column. */
  private DmlPlan.Insert insertIntoItself(Schema schema, Table table) {
    DdlPrinter printer = new DdlPrinter(schema);
    String columns =
        table.columns().stream()
            .filter(column -> !column.isGenerated())
            .map(column -> printer.identifier(column.name()))
            .collect(Collectors.joining(", "));
    String name = printer.identifier(table.name());
    return context
        .compiler()
        .planInsert(
            "INSERT INTO " + name + " (" + columns + ") SELECT " + columns + " FROM " + name,
            schema,
            context.zone().getId());
  }

  private CheckReport report(
      Findings findings, RowPass pass, Schema schema, CommitTimestamp timestamp) {
    List<CheckFinding> all = new ArrayList<>(findings.all());
    String summary =
        String.format(
            Locale.ROOT,
            "%s: %d tables with %d rows and %d indexes with %d entries as of %s",
            findings.isEmpty() ? "No problems found" : "Not all is well",
            schema.tables().size(),
            pass.rows(),
            schema.indexes().size(),
            pass.entries(),
            Instant.EPOCH.plus(timestamp.micros(), ChronoUnit.MICROS));
    all.add(
        new CheckFinding(
            CheckFinding.Severity.INFO, "database " + context.name(), null, summary, null));
    return new CheckReport(all, pass.rows(), pass.entries(), timestamp.micros());
  }
}
