package org.ratchetdb.tests.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Ratchet server in a process of its own, so that it can be killed. */
public final class ServerProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final long START_SECONDS_MAX = 60;

  /** In place of a port. */
  private static final int ENDED = -1;

  private final Process process;
  private final int port;

  /** Guarded by itself. */
  private final List<String> said;

  private ServerProcess(Process process, int port, List<String> said) {
    this.process = process;
    this.port = port;
    this.said = said;
  }

  /** Starts {@code ratchet serve} on a free port and waits until it says where it listens. */
  public static ServerProcess start(Path data) throws IOException, InterruptedException {
    return startBehind(List.of(), data);
  }

  /** The same, run by another program, which must not stay as its parent. */
  public static ServerProcess startBehind(List<String> runner, Path data)
      throws IOException, InterruptedException {
    return start(
        runner,
        List.of(
            "org.ratchetdb.cli.RatchetCli",
            "serve",
            "--data",
            data.toString(),
            "--listen",
            "127.0.0.1:0"));
  }

  /** Starts a {@link TestServer} and waits until it says where it listens. */
  public static ServerProcess start(Path data, ServerSpec spec)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(spec.toArguments());
    arguments.add(TestServer.class.getName());
    arguments.add(data.toString());
    List<String> limit =
        spec.fileKibibytesMax() == 0
            ? List.of()
            : List.of(
                "bash", "-c", "ulimit -f " + spec.fileKibibytesMax() + "; exec \"$@\"", "bash");
    return start(limit, arguments);
  }

  private static ServerProcess start(List<String> before, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BlockingQueue<Integer> ports = new ArrayBlockingQueue<>(1);
    List<String> said = new ArrayList<>();
    Thread reader = new Thread(() -> read(process, ports, said), "server-output");
    reader.setDaemon(true);
    reader.start();
    Integer port = ports.poll(START_SECONDS_MAX, TimeUnit.SECONDS);
    if (port == null || port == ENDED) {
      process.destroyForcibly().waitFor();
      synchronized (said) {
        throw new IOException("the server did not come up:\n" + String.join("\n", said));
      }
    }
    return new ServerProcess(process, port, said);
  }

  private static void read(Process process, BlockingQueue<Integer> ports, List<String> said) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (said) {
          said.add(line);
        }
        Matcher matcher = ADDRESS.matcher(line);
        if (matcher.find()) {
          ports.offer(Integer.parseInt(matcher.group(1)));
        }
      }
    } catch (IOException e) {
      synchronized (said) {
        said.add(e.toString());
      }
    } finally {
      ports.offer(ENDED);
    }
  }

  /** All that the process has written so far. */
  public String output() {
    synchronized (said) {
      return String.join("\n", said);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until the process has ended by itself, and returns its exit status. */
  public int awaitEnd(Duration longest) throws InterruptedException {
    if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("the server did not end:\n" + output());
    }
    return process.exitValue();
  }

  public int port() {
    return port;
  }

  /** SIGKILL: the process gets no chance to write anything. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a signal by its name without SIG, and does not wait for what it does. */
  public void signal(String name) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("kill ended with " + status);
    }
  }

  /** SIGTERM, and waits until it is gone. */
  public int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
