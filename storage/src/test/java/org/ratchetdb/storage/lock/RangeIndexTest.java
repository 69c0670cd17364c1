package org.ratchetdb.storage.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.Seeds;

final class RangeIndexTest {
  @Test
  void findsExactlyWhatAListFinds() {
    SplittableRandom random = new SplittableRandom(Seeds.next("RangeIndexTest"));
    LockTable table = new LockTable(0, () -> 0, JdkThreads.INSTANCE);
    LockOwner owner = new LockOwner(1, 1, "", Long.MAX_VALUE, JdkThreads.INSTANCE);
    RangeIndex index = new RangeIndex();
    List<LockRequest> list = new ArrayList<>();
    for (int step = 0; step < 600; step++) {
      if (list.isEmpty() || random.nextInt(3) > 0) {
        KeyRange range = randomRange(random);
        LockRequest request = new LockRequest(table, owner, range.start(), range, Cells.ALL, 0, 0);
        request.rangeHandle = index.add(request);
        list.add(request);
      } else {
        LockRequest request = list.remove(random.nextInt(list.size()));
        index.remove(request, request.rangeHandle);
      }
      assertThat(index.size()).isEqualTo(list.size());
      Key key = randomKey(random);
      Set<LockRequest> found = new HashSet<>();
      index.forEachContaining(key, found::add);
      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              list.stream().filter(r -> r.requiredRange().contains(key)).toList());
      KeyRange range = randomRange(random);
      found.clear();
      index.forEachOverlapping(range, found::add);
      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              list.stream().filter(r -> r.requiredRange().overlaps(range)).toList());
    }
  }

  private static Key randomKey(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(3)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt(0, 12);
    }
    return Key.wrap(bytes);
  }

  private static KeyRange randomRange(SplittableRandom random) {
    while (true) {
      Key start = randomKey(random);
      Key end = randomKey(random);
      if (random.nextInt(10) == 0) {
        return new KeyRange(start, null);
      }
      if (start.compareTo(end) < 0) {
        return new KeyRange(start, end);
      }
    }
  }
}
