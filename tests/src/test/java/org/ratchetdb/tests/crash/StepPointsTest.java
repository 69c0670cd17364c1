package org.ratchetdb.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The steps in the code, those that the note on simulation lists, and those that processes crash at
 * are the same.
 */
final class StepPointsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path NOTE = ROOT.resolve("docs/notes/simulation.md");

  /** A call that takes a step, with its point when that is written there. */
  private static final Pattern CALL =
      Pattern.compile("threads(?:\\(\\))?\\s*\\.step\\(\\s*(?:\"([^\"]*)\")?");

  private static final Pattern ROW = Pattern.compile("\\| (`.*?) \\| (`.*?`) \\| .*");
  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

  @Test
  void noteListsEveryStepOfTheCodeWithItsClassesAndNoOther() {
    assertThat(inTheNote()).isEqualTo(inTheCode());
  }

  @Test
  void processesCrashAtEveryStep() {
    Set<String> crashedAt = new TreeSet<>();
    CrashPoint.ALL.forEach(point -> crashedAt.add(point.step()));
    crashedAt.remove(CrashPoint.ANYWHERE);
    assertThat(crashedAt).isEqualTo(inTheCode().keySet());
  }

  @Test
  void scanSeesStepsAndWhereTheyAre() {
    Map<String, Set<String>> found = inTheCode();
    assertAll(
        () -> assertThat(found).containsEntry("commit.stamped", Set.of("CommitPipeline")),
        () -> assertThat(found).containsEntry("ddl.chunk", Set.of("IndexBackfill")),
        () -> assertThat(found).hasSizeGreaterThan(35));
  }

  /** The classes of every step, by its point. */
  private static Map<String, Set<String>> inTheCode() {
    Map<String, Set<String>> points = new TreeMap<>();
    for (Path file : sources()) {
      Matcher call = CALL.matcher(read(file));
      while (call.find()) {
        String point = call.group(1);
        assertThat(point).as("a step of %s whose point is not written there", file).isNotNull();
        String name = file.getFileName().toString();
        add(points, point, name.substring(0, name.length() - ".java".length()));
      }
    }
    return points;
  }

  private static List<Path> sources() {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(StepPointsTest::javaFiles)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> javaFiles(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Set<String>> inTheNote() {
    Map<String, Set<String>> points = new TreeMap<>();
    boolean inTable = false;
    for (String line : read(NOTE).lines().toList()) {
      inTable = line.startsWith("| point |") || (inTable && line.startsWith("|"));
      Matcher row = ROW.matcher(line);
      if (inTable && row.matches()) {
        for (String point : quoted(row.group(1))) {
          quoted(row.group(2)).forEach(name -> add(points, point, name));
        }
      }
    }
    return points;
  }

  private static List<String> quoted(String text) {
    return QUOTED.matcher(text).results().map(result -> result.group(1)).toList();
  }

  private static void add(Map<String, Set<String>> points, String point, String name) {
    points.computeIfAbsent(point, p -> new TreeSet<>()).add(name);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
