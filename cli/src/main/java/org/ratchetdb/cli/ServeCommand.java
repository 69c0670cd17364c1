package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.pgwire.PgServer;
import org.ratchetdb.pgwire.PgServerOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ratchet serve}: runs until it is told to stop (Ctrl-C, SIGTERM, SIGHUP). Whatever ends it,
 * it says so on standard error first.
 */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a server for psql and PostgreSQL drivers.",
      "It has a database of each dialect: spanner (GoogleSQL) and postgres (PostgreSQL)."
    },
    exitCodeListHeading = "%nEnds with:%n",
    exitCodeList = {
      "1:it could not start, or did not close cleanly; standard error says why",
      "2:an option is wrong",
      "3:memory ran out where nothing could be given up",
      "129, 130, 143:told to stop by SIGHUP, SIGINT (Ctrl-C), SIGTERM"
    })
final class ServeCommand implements Callable<Integer> {
  static final String GOOGLESQL_DATABASE = "spanner";
  static final String POSTGRESQL_DATABASE = "postgres";
  private static final long MIB = 1L << 20;

  /** How long closing may take; sessions are given a few seconds of it. */
  private static final long CLOSE_MILLIS_MAX = 30_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "ratchet-data",
      description = "Directory that holds the databases. Default: ${DEFAULT-VALUE}")
  private Path data;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = ListenAddress.DEFAULT,
      converter = ListenAddress.Converter.class,
      description = "Address to listen on; port 0 takes any free one. Default: ${DEFAULT-VALUE}")
  private ListenAddress listen;

  @Option(names = "--memory", description = "Keeps everything in memory; it is gone at the end.")
  private boolean memory;

  @Option(
      names = "--sample",
      description = "Loads a small sample schema with rows into both databases.")
  private boolean sample;

  @Option(
      names = "--cache-mib",
      paramLabel = "N",
      description = "Memory for cached blocks. Default: 256")
  private @Nullable Integer cacheMib;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "Sessions at a time; one more is refused. Default: 100")
  private @Nullable Integer maxConnections;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Thread.setDefaultUncaughtExceptionHandler(new LastWords());
    StopSignals signals = StopSignals.listen(err);
    Instance instance = open();
    PgServer server;
    try {
      prepare(instance, sample, out);
      server = new PgServer(instance, serverOptions());
      server.start();
    } catch (RuntimeException | Error e) {
      closeAfter(e, instance);
      throw e;
    }
    greet(out, listen.host(), server.port());
    int status = signals.await();
    stop(server, instance, err);
    return status;
  }

  /** Closes everything; a close that hangs is given up, which loses nothing acknowledged. */
  private static void stop(PgServer server, Instance instance, PrintWriter err)
      throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread closing =
        new Thread(
            () -> {
              try (instance) {
                server.close();
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            },
            "ratchet-stop");
    closing.setDaemon(true);
    closing.start();
    closing.join(CLOSE_MILLIS_MAX);
    if (closing.isAlive()) {
      throw new CliException(
          "not closed after "
              + CLOSE_MILLIS_MAX / 1_000
              + " s; ends all the same. Nothing acknowledged is lost.",
          null);
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("The server did not close cleanly", failed);
    }
    err.println("ratchet: stopped");
    err.flush();
  }

  private static void closeAfter(Throwable reason, Instance instance) {
    try {
      instance.close();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private Instance open() {
    InstanceOptions options = instanceOptions();
    EngineProvider engine = EngineProvider.load();
    return memory ? engine.openMemory(options) : engine.openDirectory(data, options);
  }

  private InstanceOptions instanceOptions() {
    InstanceOptions standard = InstanceOptions.DEFAULT;
    if (cacheMib == null) {
      return standard;
    }
    if (cacheMib < 0) {
      throw new ParameterException(spec.commandLine(), "--cache-mib must not be negative");
    }
    return new InstanceOptions(
        cacheMib * MIB,
        standard.writeBufferBytes(),
        standard.splitSizeBytesMax(),
        standard.queryMemoryBytesMax(),
        standard.idleTransactionTimeout(),
        standard.historyRetention(),
        standard.syncCommits(),
        standard.defaultTimeZone());
  }

  private PgServerOptions serverOptions() {
    PgServerOptions options =
        PgServerOptions.DEFAULT.withHost(listen.host()).withPort(listen.port());
    if (maxConnections == null) {
      return options;
    }
    if (maxConnections < 1) {
      throw new ParameterException(spec.commandLine(), "--max-connections must be positive");
    }
    return options.withMaxConnections(maxConnections);
  }

  /** A first start makes both databases; later ones leave a dropped database dropped. */
  static void prepare(Instance instance, boolean sample, PrintWriter out) {
    if (instance.databaseNames().isEmpty()) {
      instance.createDatabase(POSTGRESQL_DATABASE, Dialect.POSTGRESQL);
      instance.createDatabase(GOOGLESQL_DATABASE, Dialect.GOOGLE_STANDARD_SQL);
    }
    for (String name : instance.databaseNames()) {
      instance
          .damage(name)
          .ifPresent(
              reason -> out.println("Database " + name + " cannot be opened: " + reason.message()));
    }
    if (sample) {
      SampleData.load(instance, GOOGLESQL_DATABASE, out);
      SampleData.load(instance, POSTGRESQL_DATABASE, out);
    }
  }

  private void greet(PrintWriter out, String host, int port) {
    String reachable = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    String inUrl = reachable.contains(":") ? "[" + reachable + "]" : reachable;
    out.println(
        "Ratchet listens on "
            + host
            + ":"
            + port
            + (memory ? ", data in memory" : ", data in " + data.toAbsolutePath().normalize()));
    out.println();
    String psql = "psql -h " + reachable + " -p " + port + " ";
    String server = inUrl + ":" + port + "/";
    way(out, psql + POSTGRESQL_DATABASE, "PostgreSQL dialect");
    way(out, psql + GOOGLESQL_DATABASE, "GoogleSQL");
    way(out, "./ratchet sql --url " + server + GOOGLESQL_DATABASE, "console");
    way(out, "jdbc:ratchet://" + server + GOOGLESQL_DATABASE, "JDBC");
    out.println();
    out.println("Ctrl-C stops it.");
    out.flush();
  }

  /** One way to reach the server. */
  private static void way(PrintWriter out, String how, String what) {
    out.printf(Locale.ROOT, "  %-50s  # %s%n", how, what);
  }
}
