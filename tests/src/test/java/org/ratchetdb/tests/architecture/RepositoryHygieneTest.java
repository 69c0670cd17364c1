package org.ratchetdb.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules about the files themselves, which no compiler checks. */
final class RepositoryHygieneTest {
  /** Beyond this, some noun inside the file wants a file of its own. */
  private static final int JAVA_FILE_LINES_MAX = 800;

  /**
   * Paths and hosts of the machines this was written on. Each letter in brackets keeps the pattern
   * from matching its own source.
   */
  private static final Pattern MACHINE_NAMES =
      Pattern.compile(
          "/w[o]rk/|/f[a]rm/|/r[o]ot/[.]|[.]librar[y]/|rep[o]1?[.]maven|de[b][.]debian|regis[t]ry[.]npm");

  @Test
  void noJavaFileIsLongerThanItsReadersPatience() throws Exception {
    List<String> tooLong = new ArrayList<>();
    for (Path file : RepositoryFiles.all()) {
      if (file.toString().endsWith(".java")) {
        int lines = Files.readAllLines(file).size();
        if (lines > JAVA_FILE_LINES_MAX) {
          tooLong.add(describe(file) + " has " + lines + " lines");
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void noFileNamesTheMachineItWasWrittenOn() throws Exception {
    List<String> found = new ArrayList<>();
    for (Path file : RepositoryFiles.all()) {
      if (RepositoryFiles.isText(file)) {
        Matcher matcher = MACHINE_NAMES.matcher(read(file));
        if (matcher.find()) {
          found.add(describe(file) + " mentions " + matcher.group());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** As Latin-1, which every byte sequence is: corpora hold text in other encodings on purpose. */
  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static String describe(Path file) {
    return RepositoryFiles.root().relativize(file).toString();
  }
}
