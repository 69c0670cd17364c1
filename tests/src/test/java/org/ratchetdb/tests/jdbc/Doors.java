package org.ratchetdb.tests.jdbc;

import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;

/** A server in memory with a database of each dialect, beside embedded databases of a name. */
final class Doors implements AutoCloseable {
  private final String name;
  private final Instance instance;
  private final PgServer server;

  /** Opens them; the name tells the embedded ones from those of other tests. */
  Doors(String name) {
    this.name = name;
    this.instance = EngineProvider.load().openMemory(InstanceOptions.DEFAULT);
    instance.createDatabase("google", Dialect.GOOGLE_STANDARD_SQL);
    instance.createDatabase("pg", Dialect.POSTGRESQL);
    this.server = new PgServer(instance, PgServerOptions.DEFAULT.withPort(0));
    server.start();
  }

  int port() {
    return server.port();
  }

  /** The URL of a door, to which properties may be added. */
  String url(Door door) {
    if (door.isEmbedded()) {
      return "jdbc:ratchet:mem:" + name + (door.isPostgres() ? "pg?dialect=postgresql&" : "?");
    }
    return (door.isPgjdbc() ? "jdbc:postgresql:" : "jdbc:ratchet:")
        + "//127.0.0.1:"
        + server.port()
        + (door.isPostgres() ? "/pg?" : "/google?");
  }

  @Override
  public void close() {
    server.close();
    instance.close();
  }
}
