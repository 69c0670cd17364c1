package org.ratchetdb.tests.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few megabytes, where the system lets us mount one. */
final class SmallDisk implements AutoCloseable {
  private static final byte[] BLOCK = new byte[4096];
  private static final Duration RETRY = Duration.ofMillis(50);
  private static final Duration BUSY_MAX = Duration.ofSeconds(5);

  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  /** Mounts it; where that is not allowed the test is given up, and says so. */
  static SmallDisk mount(Path root, int megabytes) throws IOException, InterruptedException {
    Files.createDirectories(root);
    String refused =
        run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", root.toString());
    if (!refused.isEmpty()) {
      System.out.println("SKIPPED: a small file system cannot be mounted here: " + refused);
      Assumptions.abort("a small file system cannot be mounted here: " + refused);
    }
    return new SmallDisk(root);
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    } catch (IOException e) {
      return e.toString();
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0 ? "" : said + " (status " + process.exitValue() + ")";
  }

  Path root() {
    return root;
  }

  /** Takes all the room but so much. */
  void fill(long bytesLeft) throws IOException {
    Path ballast = root.resolve("ballast");
    try (OutputStream out = Files.newOutputStream(ballast)) {
      fillUp(out);
    }
    try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
      file.setLength(Math.max(0, file.length() - bytesLeft));
    }
  }

  private static void fillUp(OutputStream out) {
    try {
      while (true) {
        out.write(BLOCK);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  void makeRoom() throws IOException {
    Files.delete(root.resolve("ballast"));
  }

  /** Waits for files that are still being closed. */
  void setReadOnly(boolean readOnly) throws IOException, InterruptedException {
    String option = "remount," + (readOnly ? "ro" : "rw");
    long end = System.nanoTime() + BUSY_MAX.toNanos();
    String answer = run("mount", "-o", option, root.toString());
    while (answer.contains("busy") && System.nanoTime() < end) {
      LockSupport.parkNanos(this, RETRY.toNanos());
      answer = run("mount", "-o", option, root.toString());
    }
    assertThat(answer).as("open files: %s", openFiles()).isEmpty();
  }

  /** What this process has open on the disk. */
  private List<String> openFiles() throws IOException, InterruptedException {
    String all = run("sh", "-c", "ls -l /proc/" + ProcessHandle.current().pid() + "/fd; false");
    return all.lines().filter(line -> line.contains(root.toString())).toList();
  }

  @Override
  public void close() throws IOException {
    try {
      assertThat(run("umount", "-l", root.toString())).isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
