package org.ratchetdb.tests.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;

/**
 * A server as {@code ratchet serve} starts it, with databases {@code gsql} and {@code pg}, and with
 * settings that the command line has not: see {@link ServerSpec}. Ends with its standard input.
 */
public final class TestServer {
  private TestServer() {}

  public static void main(String[] args) throws IOException {
    ServerSpec spec = ServerSpec.fromProperties(System.getProperties());
    InstanceOptions options =
        InstanceOptions.DEFAULT
            .withSplitSizeBytesMax(spec.splitBytes())
            .withIdleTransactionTimeout(Duration.ofMillis(spec.idleMillis()));
    Threads threads =
        spec.haltAt().isEmpty()
            ? JdkThreads.INSTANCE
            : new HaltingThreads(spec.haltAt(), spec.haltHit());
    Instance instance = RatchetInstance.openDirectory(Path.of(args[0]), options, threads);
    if (!instance.hasDatabase("gsql")) {
      instance.createDatabase("gsql", Dialect.GOOGLE_STANDARD_SQL);
    }
    if (!instance.hasDatabase("pg")) {
      instance.createDatabase("pg", Dialect.POSTGRESQL);
    }
    PgServer server =
        new PgServer(
            instance, PgServerOptions.DEFAULT.withPort(0).withMaxConnections(spec.connections()));
    server.start();
    System.out.println("listening on 127.0.0.1:" + server.port());
    // The test holds the other end: however it dies, the server does not stay behind.
    System.in.transferTo(OutputStream.nullOutputStream());
    server.close();
    instance.close();
    System.exit(0);
  }
}
