package org.ratchetdb.catalog.change;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.GeneratedSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.TypeKind;

/** What generated columns read, and what holds for them. */
final class GeneratedColumns {
  private GeneratedColumns() {}

  /** Resolves the names that the expression reads, without regard to case as in a query. */
  static Column resolveReads(Table table, Column column, GeneratedSpec spec) {
    List<Integer> ids = new ArrayList<>();
    for (String name : spec.reads()) {
      Column read = table.findColumn(name);
      if (read == null) {
        throw new DbException(ErrorCode.UNDEFINED_COLUMN, "Unrecognized name: " + name)
            .with("column", name);
      }
      if (!ids.contains(read.id())) {
        ids.add(read.id());
      }
    }
    return column.toBuilder().generated(spec.sql(), spec.stored(), ids).build();
  }

  static void check(Dialect dialect, Table table) {
    for (Column column : table.columns()) {
      if (column.isGenerated()) {
        checkDeclaration(table, column);
        if (dialect == Dialect.POSTGRESQL) {
          checkReadsNoGenerated(table, column);
        }
      }
    }
    checkAcyclic(table);
    for (Column column : table.columns()) {
      if (column.isGenerated() && table.isKeyColumn(column.id())) {
        checkKeyColumn(table, column);
      }
    }
  }

  private static void checkDeclaration(Table table, Column column) {
    String path = table.name() + "." + column.name();
    if (!column.stored()) {
      if (column.notNull()) {
        throw Errors.invalid(
            "Generated column `"
                + path
                + "` that are not marked as STORED cannot be specified as NOT NULL.");
      }
      if (column.lengthMax() != 0) {
        throw Errors.invalid(
            "Generated column `"
                + path
                + "` that are not marked as STORED must have a type with length MAX.");
      }
    }
    if (column.allowCommitTimestamp()) {
      throw Errors.precondition(
          "Cannot set column option allow_commit_timestamp on generated column `" + path + "`.");
    }
    for (int id : column.generatedFrom()) {
      Column read = table.column(id);
      if (read.allowCommitTimestamp()) {
        throw Errors.precondition(
            "Cannot use commit timestamp column `"
                + read.name()
                + "` as a dependency of a materialized generated column.");
      }
    }
  }

  /** PostgreSQL's rule; GoogleSQL only forbids cycles. */
  private static void checkReadsNoGenerated(Table table, Column column) {
    for (int id : column.generatedFrom()) {
      Column read = table.column(id);
      if (read.isGenerated()) {
        throw Errors.invalid(
            "A generated column \""
                + column.name()
                + "\" cannot reference another generated column \""
                + read.name()
                + "\".");
      }
    }
  }

  private static void checkKeyColumn(Table table, Column key) {
    String path = table.name() + "." + key.name();
    int nonKeyColumns = 0;
    for (int id : key.generatedFrom()) {
      Column read = table.column(id);
      if (read.isGenerated()) {
        throw Errors.invalid(
            "Generated primary key column `"
                + path
                + "` cannot reference another generated column `"
                + read.name()
                + "`.");
      }
      if (table.isKeyColumn(id)) {
        continue;
      }
      nonKeyColumns++;
      if (read.defaultSql() != null || read.identity() != null) {
        throw Errors.invalid(
            "Generated primary key column `"
                + path
                + "` cannot reference the non-key column `"
                + read.name()
                + "`, which has a default value.");
      }
    }
    if (nonKeyColumns > 1) {
      throw Errors.invalid(
          "Generated primary key column `"
              + path
              + "` cannot reference more than one non-key column.");
    }
    if (table.column(key.id()).type().is(TypeKind.ARRAY)) {
      throw Errors.invalid("Generated primary key column `" + path + "` cannot be an ARRAY.");
    }
  }

  /** Walks depth first from each column in order of declaration. */
  private static void checkAcyclic(Table table) {
    Set<Integer> done = new HashSet<>();
    for (Column column : table.columns()) {
      visit(table, column, new ArrayDeque<>(), done);
    }
  }

  private static void visit(Table table, Column column, Deque<Column> path, Set<Integer> done) {
    if (done.contains(column.id())) {
      return;
    }
    if (path.contains(column)) {
      throw Errors.precondition(
          "Cycle detected while analysing generated column, which include objects ("
              + String.join(",", path.stream().map(Column::name).toList())
              + ")");
    }
    path.addLast(column);
    for (int id : column.generatedFrom()) {
      visit(table, table.column(id), path, done);
    }
    path.removeLast();
    done.add(column.id());
  }
}
