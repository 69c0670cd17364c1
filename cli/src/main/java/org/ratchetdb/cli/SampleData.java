package org.ratchetdb.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Database;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;

/**
 * The sample schema: singers, their albums interleaved in them, songs in albums, and an index. The
 * scripts lie beside this class as resources, one per dialect.
 */
final class SampleData {
  private static final String FIRST_TABLE = "Singers";

  private SampleData() {}

  /** Runs the script of the database's dialect, unless its tables are there already. */
  static void load(Instance instance, String name, PrintWriter out) {
    Database database = instance.database(name);
    try (Session session = database.openSession(SessionOptions.DEFAULT)) {
      if (isLoaded(session)) {
        out.println("The sample is in the database " + name + " already.");
        return;
      }
      for (String statement : session.split(script(database.dialect()))) {
        try (StatementResult result = session.execute(statement)) {
          // Its effect is all there is to it.
          assert result.cursor() == null;
        }
      }
    }
    out.println("Loaded the sample into the database " + name + ".");
  }

  private static boolean isLoaded(Session session) {
    try (StatementResult tables = session.execute("SHOW TABLES")) {
      var rows = tables.cursor();
      while (rows != null && rows.next()) {
        if (rows.getString(0).equalsIgnoreCase(FIRST_TABLE)) {
          return true;
        }
      }
      return false;
    }
  }

  static String script(Dialect dialect) {
    String name = dialect == Dialect.POSTGRESQL ? "sample-postgresql.sql" : "sample-googlesql.sql";
    try (InputStream in = SampleData.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
