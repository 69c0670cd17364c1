package org.ratchetdb.engine.ddl;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ratchetdb.catalog.ddl.DdlPrinter;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.IdentitySpec;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.PhysicalExpr;

/** Finds the compiled form of what a column is declared to hold. Immutable. */
final class ColumnExpression {
  private final ColumnComputer computer;

  ColumnExpression(ColumnComputer computer) {
    this.computer = computer;
  }

  /** What an INSERT that does not name the column would put there. */
  PhysicalExpr of(Schema schema, Table table, Column column) {
    IdentitySpec identity = column.identity();
    if (identity != null) {
      return new PhysicalExpr.NextSequenceValue(identity.sequenceId());
    }
    DdlPrinter printer = new DdlPrinter(schema);
    String others =
        table.columns().stream()
            .filter(other -> other.id() != column.id() && !other.isGenerated())
            .map(other -> printer.identifier(other.name()))
            .collect(Collectors.joining(", "));
    if (others.isEmpty()) {
      throw DbException.notSupported("A computed column in a table without other columns");
    }
    String name = printer.identifier(table.name());
    DmlPlan.Insert insert =
        computer.plan(
            schema, "INSERT INTO " + name + " (" + others + ") SELECT " + others + " FROM " + name);
    return Stream.concat(insert.defaults().stream(), insert.generated().stream())
        .filter(computed -> computed.columnId() == column.id())
        .findFirst()
        .orElseThrow(() -> new DbException(ErrorCode.INTERNAL, "The new column is not computed"))
        .value();
  }
}
