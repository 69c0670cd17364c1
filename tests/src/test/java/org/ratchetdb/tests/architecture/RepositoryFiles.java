package org.ratchetdb.tests.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of this repository as someone who clones it gets them. */
final class RepositoryFiles {
  /** Folders that hold what is built, never what is written. */
  private static final Set<String> NOT_OURS = Set.of(".git", "target", "ratchet-data", ".idea");

  private RepositoryFiles() {}

  /** The folder that holds the parent {@code pom.xml}. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve(".mvn"))) {
      Path parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "Not inside the repository: " + Path.of("").toAbsolutePath());
      }
      folder = parent;
    }
    return folder;
  }

  /**
   * Tracked files, so that a developer's scratch files do not count. Where there is no checkout or
   * no git, all files but those of a build.
   */
  static List<Path> all() throws IOException, InterruptedException {
    Path root = root();
    List<Path> tracked = tracked(root);
    return tracked.isEmpty() ? walked(root) : tracked;
  }

  static boolean isText(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      for (byte b : in.readNBytes(8_000)) {
        if (b == 0) {
          return false;
        }
      }
      return true;
    }
  }

  private static List<Path> tracked(Path root) throws InterruptedException {
    try {
      Process git = new ProcessBuilder("git", "ls-files", "-z").directory(root.toFile()).start();
      String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      git.waitFor();
      return Stream.of(names.split("\0"))
          .filter(name -> !name.isEmpty())
          .map(root::resolve)
          .filter(Files::isRegularFile)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static List<Path> walked(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).filter(path -> isOurs(root, path)).toList();
    }
  }

  private static boolean isOurs(Path root, Path path) {
    for (Path part : root.relativize(path)) {
      if (NOT_OURS.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }
}
