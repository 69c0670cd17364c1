package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.engine.database.RatchetInstance;
import org.ratchetdb.tests.process.HaltingThreads;

/**
 * Processes that end at every step of a commit, a schema change, a division, a backup, a branch and
 * the dropping of history, or by a kill at any moment; one after another over the same files. After
 * each the database opens, has everything acknowledged and no half of anything, and checks clean.
 *
 * <p>{@code -Dcrash.count=200} makes it as many crashes, {@code -Dcrash.seed=N} repeats the choices
 * of a run.
 */
class CrashPointsIT {
  private static final int COUNT = Integer.getInteger("crash.count", 50);
  private static final int LANES = 2;
  private static final int CRASHES_PER_DIRECTORY = 15;
  private static final long KILL_MILLIS_MAX = 1_500;
  private static final long CHILD_SECONDS_MAX = 120;

  private final AtomicInteger crashes = new AtomicInteger();
  private final AtomicLong acknowledged = new AtomicLong();
  private final Set<String> stepsHit = ConcurrentHashMap.newKeySet();

  @Test
  void nothingAcknowledgedIsLostWhereverTheProcessEnds(@TempDir Path directory) throws Exception {
    long seed = Long.getLong("crash.seed", new SplittableRandom().nextLong());
    System.out.println("CrashPointsIT seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    ConcurrentLinkedQueue<CrashPoint> points = new ConcurrentLinkedQueue<>();
    while (points.size() < COUNT) {
      List<CrashPoint> round = new ArrayList<>(CrashPoint.ALL);
      Collections.shuffle(round, new Random(random.nextLong()));
      points.addAll(round.subList(0, Math.min(round.size(), COUNT - points.size())));
    }
    long begin = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(LANES);
    try {
      List<Future<?>> lanes = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        Path own = directory.resolve("lane" + lane);
        SplittableRandom choices = random.split();
        lanes.add(
            pool.submit(
                () -> {
                  runLane(own, points, choices);
                  return null;
                }));
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
    } finally {
      pool.shutdownNow();
    }
    System.out.printf(
        Locale.ROOT,
        "%d crashes in %d s, at %d steps, %d commits acknowledged%n",
        crashes.get(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
        stepsHit.size(),
        acknowledged.get());
    assertThat(crashes.get()).isEqualTo(COUNT);
  }

  private void runLane(Path lane, ConcurrentLinkedQueue<CrashPoint> points, SplittableRandom random)
      throws Exception {
    Path directory = lane;
    CrashJournal journal = new CrashJournal();
    long firstId = 1;
    int crashesHere = CRASHES_PER_DIRECTORY;
    for (CrashPoint point = points.poll(); point != null; point = points.poll()) {
      if (crashesHere == CRASHES_PER_DIRECTORY) {
        crashesHere = 0;
        directory = lane.resolve(Long.toString(firstId));
        Files.createDirectories(directory);
        journal = new CrashJournal();
        try (RatchetInstance instance = CrashDatabase.open(directory, JdkThreads.INSTANCE)) {
          CrashDatabase.create(instance);
        }
      }
      crashesHere++;
      int hit = random.nextInt(1, point.hitsMax() + 1);
      String what = "crash at " + point.step() + ", hit " + hit + ", " + point.task();
      try {
        long before = journal.acknowledged();
        crash(directory, journal, point, hit, firstId, random);
        acknowledged.addAndGet(journal.acknowledged() - before);
        new CrashVerifier(directory, journal).verify();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(what + " in " + directory, e);
      }
      firstId += 100_000;
    }
  }

  /** Fails when the process comes to its natural end before it comes to the step. */
  private void crash(
      Path directory,
      CrashJournal journal,
      CrashPoint point,
      int hit,
      long firstId,
      SplittableRandom random)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CrashChild.class.getName(),
                directory.toString(),
                Long.toString(random.nextLong()),
                Long.toString(firstId),
                point.task(),
                point.step(),
                Integer.toString(hit))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean killed = point.step().equals(CrashPoint.ANYWHERE);
    try {
      if (killed) {
        awaitFirstLine(process, output);
        process.waitFor(random.nextLong(1, KILL_MILLIS_MAX), TimeUnit.MILLISECONDS);
        process.destroyForcibly();
      }
      if (!process.waitFor(CHILD_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new AssertionError("the process did not end: " + Files.readString(output));
      }
    } finally {
      process.destroyForcibly();
    }
    int status = process.exitValue();
    read(output, journal);
    if (!killed) {
      assertThat(status)
          .as("exit status of a process that was to crash; %s", journal.errors())
          .isEqualTo(HaltingThreads.EXIT_STATUS);
    }
    crashes.incrementAndGet();
    stepsHit.add(point.step());
  }

  private static void awaitFirstLine(Process process, Path output)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CHILD_SECONDS_MAX);
    while (Files.size(output) == 0 && System.nanoTime() < end) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
  }

  /** A file rather than a pipe: what was written before the end is there. */
  private static void read(Path output, CrashJournal journal) throws IOException {
    String text = Files.readString(output, StandardCharsets.UTF_8);
    // What a kill cut off says nothing.
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    whole.lines().forEach(journal::line);
  }
}
