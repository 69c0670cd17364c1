package org.ratchetdb.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ratchetdb.engine.api.ProgressUnit;

class ProgressNoticesTest {
  private static final long SECOND = 1_000_000_000;
  private static final long MIB = 1 << 20;

  private final AtomicLong nanos = new AtomicLong(17);
  private final List<String> told = new ArrayList<>();

  private ProgressNotices at(String level) {
    return new ProgressNotices(
        level, notice -> told.add(notice.level() + " " + notice.message()), nanos::get);
  }

  @Test
  void noticeTellsOnceASecondAndNotInTheFirst() {
    ProgressNotices notices = at("notice");
    for (int i = 1; i <= 100; i++) {
      notices.progress("backup", ProgressUnit.BYTES, i * MIB, 100 * MIB);
      nanos.addAndGet(SECOND / 25);
    }
    assertThat(told)
        .containsExactly(
            "NOTICE backup: 20 %, 26.0 of 100.0 MiB",
            "NOTICE backup: 50 %, 51.0 of 100.0 MiB", "NOTICE backup: 70 %, 76.0 of 100.0 MiB");
  }

  @Test
  void logTellsEveryTenthOfEachPhase() {
    ProgressNotices notices = at("log");
    for (int i = 1; i <= 100; i++) {
      notices.progress("files", ProgressUnit.BYTES, i * MIB, 100 * MIB);
    }
    notices.progress("rows", ProgressUnit.BYTES, 100 * MIB, 100 * MIB);
    assertThat(told)
        .hasSize(11)
        .contains("LOG files: 10 %, 10.0 of 100.0 MiB")
        .endsWith("LOG rows: 100 %, 100.0 of 100.0 MiB");
  }

  @Test
  void withoutAnEndEachDoublingIsTold() {
    ProgressNotices notices = at("debug1");
    for (int i = 0; i <= 100; i++) {
      notices.progress("rewind", ProgressUnit.ENTRIES, i, 0);
    }
    assertThat(told)
        .containsExactly(
            "LOG rewind: 1 entries",
            "LOG rewind: 2 entries",
            "LOG rewind: 4 entries",
            "LOG rewind: 8 entries",
            "LOG rewind: 16 entries",
            "LOG rewind: 32 entries",
            "LOG rewind: 64 entries");
  }

  @Test
  void higherLevelsTellNothing() {
    for (String level : List.of("warning", "error")) {
      nanos.addAndGet(10 * SECOND);
      at(level).progress("backup", ProgressUnit.BYTES, MIB, MIB);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void moreThanTheEstimateIsNoMoreThanAll() {
    at("log").progress("rows", ProgressUnit.BYTES, 3 * MIB, 2 * MIB);
    assertThat(told).containsExactly("LOG rows: 100 %, 3.0 of 2.0 MiB");
  }
}
