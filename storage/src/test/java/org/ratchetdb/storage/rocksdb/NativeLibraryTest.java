package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibraryTest {
  private static final String ENTRY = "library.so";

  @TempDir Path temporary;

  private Path jar(String name, String content) throws IOException {
    Path jar = temporary.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(ENTRY));
      zip.write(content.getBytes(UTF_8));
      zip.closeEntry();
    }
    return jar;
  }

  private Path cache() {
    return temporary.resolve("cache");
  }

  private static Path onlyFile(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  @Test
  void copyIsUnpackedOnceAndUsedAgain() throws IOException {
    Path jar = jar("a.jar", "code");
    Path copy = onlyFile(NativeLibrary.keep(cache(), jar, ENTRY));
    assertThat(copy).hasContent("code");
    FileTime old = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(copy, old);
    assertThat(onlyFile(NativeLibrary.keep(cache(), jar, ENTRY))).isEqualTo(copy);
    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(old);
  }

  @Test
  void anotherVersionHasACopyOfItsOwn() throws IOException {
    Path first = NativeLibrary.keep(cache(), jar("a.jar", "code"), ENTRY);
    Path second = NativeLibrary.keep(cache(), jar("b.jar", "edoc"), ENTRY);
    assertThat(onlyFile(first)).hasContent("code");
    assertThat(onlyFile(second)).hasContent("edoc");
  }

  @Test
  void copyOfTheWrongSizeIsReplaced() throws IOException {
    Path jar = jar("a.jar", "code");
    Path copy = onlyFile(NativeLibrary.keep(cache(), jar, ENTRY));
    Files.writeString(copy, "co");
    NativeLibrary.keep(cache(), jar, ENTRY);
    assertThat(copy).hasContent("code");
  }

  @Test
  void manyAtOnceAllFindAWholeCopy() throws Exception {
    String content = "code".repeat(100_000);
    Path jar = jar("a.jar", content);
    int threads = 8;
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> sizes = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        sizes.add(
            executor.submit(
                () -> {
                  start.await();
                  Path directory = NativeLibrary.keep(cache(), jar, ENTRY);
                  try (Stream<Path> files = Files.list(directory)) {
                    Path copy =
                        files.filter(f -> f.toString().endsWith(".so")).findFirst().orElseThrow();
                    return Files.size(copy);
                  }
                }));
      }
      start.countDown();
      for (Future<Long> size : sizes) {
        assertThat(size.get()).isEqualTo(content.length());
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(onlyFile(NativeLibrary.keep(cache(), jar, ENTRY))).hasContent(content);
  }

  @Test
  void cacheThatCannotBeWrittenIsAnErrorThatTheLoaderSurvives() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "in the way");
    Path jar = jar("a.jar", "code");
    assertThatThrownBy(() -> NativeLibrary.keep(file, jar, ENTRY)).isInstanceOf(IOException.class);
    NativeLibrary.load();
  }
}
