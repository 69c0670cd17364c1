package org.ratchetdb.engine.database;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.StatementResult;

/** Rows as text. */
final class TestRows {
  private TestRows() {}

  static List<String> of(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (StatementResult result = session.execute(sql)) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      while (cursor.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < cursor.columns().size(); i++) {
          Value value = cursor.getValue(i);
          cells.add(
              value.isNull() ? "NULL" : Values.format(value, session.dialect(), ZoneId.of("UTC")));
        }
        rows.add(String.join(" | ", cells));
      }
    }
    return rows;
  }
}
