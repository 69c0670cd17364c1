package org.ratchetdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A failure that nobody catches is told, and ends the process only if it cannot go on. */
final class LastWordsTest {
  /** Ends with this when the failure did not end it. */
  private static final int WENT_ON = 5;

  /** What a process of its own said, and how it ended. */
  private record End(int status, String output) {}

  /** The process: one of its threads fails. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) throws InterruptedException {
      Thread.setDefaultUncaughtExceptionHandler(new LastWords());
      Thread thread =
          new Thread(
              () -> {
                throw arguments[0].equals("memory")
                    ? new OutOfMemoryError("Java heap space")
                    : new AssertionError("a fault");
              },
              "worker-7");
      thread.start();
      thread.join();
      System.exit(WENT_ON);
    }
  }

  private static End run(String kind) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Failing.class.getName(),
                kind)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new End(process.waitFor(), output);
  }

  @Test
  void faultOfOneThreadIsLoggedAndTheServerGoesOn() throws Exception {
    End end = run("fault");
    assertThat(end.status()).isEqualTo(WENT_ON);
    assertThat(end.output()).contains("worker-7").contains("AssertionError: a fault");
  }

  @Test
  void lackOfMemoryEndsTheServerWithAReason() throws Exception {
    End end = run("memory");
    assertThat(end.status()).isEqualTo(LastWords.EXIT_STATUS);
    assertThat(end.output())
        .contains("ratchet: the server ends: java.lang.OutOfMemoryError: Java heap space")
        .contains("worker-7");
  }
}
