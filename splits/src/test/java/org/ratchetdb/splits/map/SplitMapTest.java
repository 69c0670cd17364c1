package org.ratchetdb.splits.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

final class SplitMapTest {
  private static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  private static List<String> describe(List<Split> splits) {
    return splits.stream()
        .map(
            split ->
                split.id()
                    + " "
                    + text(split.range().start())
                    + ".."
                    + (split.range().end() == null ? "" : text(split.range().end())))
        .toList();
  }

  private static String text(Key key) {
    return new String(key.unsafeBytes(), UTF_8);
  }

  @Test
  void initialMapIsOneSplitOverEverything() {
    assertThat(describe(SplitMap.initial(5).splits())).containsExactly("1 ..");
  }

  @Test
  void divisionKeepsTheLeftIdAndGivesTheRightOneANewOne() {
    SplitMap map =
        SplitMap.initial(5)
            .divide(key("m"), SplitOrigin.SIZE, 6)
            .divide(key("f"), SplitOrigin.USER, 7);
    assertThat(describe(map.splits())).containsExactly("1 ..f", "3 f..m", "2 m..");
    assertThat(map.splitAt(key("f")).origin()).isEqualTo(SplitOrigin.USER);
    assertThat(map.splitAt(key("f")).sinceMicros()).isEqualTo(7);
    assertThat(map.version()).isEqualTo(3);
  }

  @Test
  void existingBoundaryChangesNothing() {
    SplitMap map = SplitMap.initial(5).divide(key("m"), SplitOrigin.SIZE, 6);
    assertThat(map.divide(key("m"), SplitOrigin.USER, 7)).isSameAs(map);
    assertThat(map.divide(Key.EMPTY, SplitOrigin.USER, 7)).isSameAs(map);
  }

  @Test
  void mergeRemovesABoundaryAndNeverReusesIds() {
    SplitMap map = SplitMap.initial(5).divide(key("m"), SplitOrigin.SIZE, 6).merge(key("m"), 7);
    assertThat(describe(map.splits())).containsExactly("1 ..");
    assertThat(describe(map.divide(key("x"), SplitOrigin.SIZE, 8).splits()))
        .containsExactly("1 ..x", "3 x..");
    assertThatThrownBy(() -> map.merge(key("q"), 9)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rangeIsCutIntoItsSplits() {
    SplitMap map =
        SplitMap.initial(5)
            .divide(key("m"), SplitOrigin.SIZE, 6)
            .divide(key("f"), SplitOrigin.SIZE, 7);
    assertThat(describe(map.splitsFor(new KeyRange(key("c"), key("m")))))
        .containsExactly("1 c..f", "3 f..m");
    assertThat(describe(map.splitsFor(new KeyRange(key("x"), null)))).containsExactly("2 x..");
    assertThat(describe(map.splitsFor(KeyRange.ALL))).hasSize(3);
  }

  @Test
  void damagedRecordIsRefused() {
    byte[] good = SplitMapStore.encode(SplitMap.initial(5));
    assertThat(SplitMapStore.decode(good).splits()).hasSize(1);
    assertThatThrownBy(() -> SplitMapStore.decode(Arrays.copyOf(good, good.length - 1)))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
    assertThatThrownBy(() -> SplitMapStore.decode(new byte[0]))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
  }

  @Property(tries = 200)
  void mapAlwaysCoversTheSpaceWithoutOverlap(
      @ForAll @Size(max = 30) List<@Size(max = 3) byte[]> points,
      @ForAll @Size(min = 1, max = 30) List<@Size(max = 4) byte[]> probes) {
    SplitMap map = SplitMap.initial(0);
    for (int i = 0; i < points.size(); i++) {
      Key at = Key.copyOf(points.get(i));
      boolean isBoundary = map.splitAt(at).range().start().equals(at);
      map =
          isBoundary && at.length() > 0 && i % 3 == 0
              ? map.merge(at, i)
              : map.divide(at, SplitOrigin.SIZE, i);
    }
    SplitMap stored = SplitMapStore.decode(SplitMapStore.encode(map));
    assertThat(stored.splits()).isEqualTo(map.splits());
    assertThat(map.splits().stream().map(Split::id).distinct()).hasSize(map.size());
    for (byte[] probe : probes) {
      Key key = Key.copyOf(probe);
      assertThat(map.splits().stream().filter(split -> split.range().contains(key)))
          .containsExactly(map.splitAt(key));
      ByteSlice slice = new ByteSlice();
      slice.set(probe, 0, probe.length);
      assertThat(map.indexOf(slice)).isEqualTo(map.indexOf(key));
    }
  }
}
