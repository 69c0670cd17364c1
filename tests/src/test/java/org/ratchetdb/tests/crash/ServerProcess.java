package org.ratchetdb.tests.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Ratchet server in a process of its own, so that it can be killed. */
final class ServerProcess {
  private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final long START_SECONDS_MAX = 60;

  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server on a free port and waits until it says where it listens. */
  static ServerProcess start(Path data) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            "org.ratchetdb.cli.RatchetCli",
            "serve",
            "--data",
            data.toString(),
            "--listen",
            "127.0.0.1:0");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BlockingQueue<Integer> ports = new ArrayBlockingQueue<>(1);
    List<String> said = new ArrayList<>();
    Thread reader = new Thread(() -> read(process, ports, said), "server-output");
    reader.setDaemon(true);
    reader.start();
    Integer port = ports.poll(START_SECONDS_MAX, TimeUnit.SECONDS);
    if (port == null) {
      process.destroyForcibly().waitFor();
      synchronized (said) {
        throw new IOException("the server did not come up:\n" + String.join("\n", said));
      }
    }
    return new ServerProcess(process, port);
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
    }
  }

  int port() {
    return port;
  }

  /** SIGKILL: the process gets no chance to write anything. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM, and waits until it is gone. */
  int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }
}
