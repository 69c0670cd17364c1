package org.ratchetdb.engine.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.check.DatabaseCheck;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.engine.statement.CommandText;
import org.ratchetdb.sqlfrontend.ast.AdminStatement;

/** Runs statements that look after a database as a whole. Owned by one thread. */
final class AdminCommands {
  private final DatabaseContext context;

  AdminCommands(DatabaseContext context) {
    this.context = context;
  }

  StatementResult run(AdminStatement statement, StatementControl control) {
    if (statement instanceof AdminStatement.CheckDatabase check) {
      if (check.name() != null && !check.name().name().equals(context.name())) {
        throw DbException.notSupported("CHECK of another database")
            .hint("Open a connection to the other database.")
            .at(check.name().begin());
      }
      return check(control);
    }
    throw DbException.notSupported("This statement");
  }

  private StatementResult check(StatementControl control) {
    CheckReport report = new DatabaseCheck(context).run((phase, done, total) -> control.check());
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (CheckFinding finding : report.findings()) {
      rows.add(
          Arrays.asList(
              finding.severity().name(),
              finding.object(),
              finding.key(),
              finding.problem(),
              finding.hint()));
    }
    return StatementRunner.text("CHECK DATABASE", CommandText.CHECK_COLUMNS, rows);
  }
}
