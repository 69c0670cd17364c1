package org.ratchetdb.tests.simulation.workload;

import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.ScanRequest;

/** Reads that write down what they see. */
final class Reading {
  private final Attempt attempt;
  private final KvReader reader;
  private final ClientMix mix;
  private final SplittableRandom random;

  Reading(Attempt attempt, KvReader reader, ClientMix mix, SplittableRandom random) {
    this.attempt = attempt;
    this.reader = reader;
    this.mix = mix;
    this.random = random;
  }

  /** What the reader is asked for; the planted bug forgets it. */
  private CellLocks asked(CellLocks meant) {
    return mix.bugs().readsWithoutLocks() ? CellLocks.NONE : meant;
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  /** Reads a key, or two, with the locks given. */
  void get(OwnWrites own, CellLocks locks) {
    Key key = mix.key(random);
    if (!oneIn(4)) {
      get(key, own, locks);
      return;
    }
    List<Key> keys = List.of(key, mix.key(random));
    List<byte @Nullable []> payloads = reader.getAll(keys, asked(locks));
    for (int i = 0; i < keys.size(); i++) {
      byte[] payload = payloads.get(i);
      saw(own, keys.get(i), payload == null ? null : Row.of(payload), locks);
    }
  }

  @Nullable Row get(Key key, OwnWrites own, CellLocks locks) {
    return get(key, own, locks, asked(locks));
  }

  /** As the other, with its locks also where the planted bug forgets them. */
  @Nullable Row getLocked(Key key, OwnWrites own, CellLocks locks) {
    return get(key, own, locks, locks);
  }

  private @Nullable Row get(Key key, OwnWrites own, CellLocks locks, CellLocks asked) {
    ByteSlice slice = new ByteSlice();
    Row row = reader.get(key, asked, slice) ? Row.of(slice.toByteArray()) : null;
    saw(own, key, row, locks);
    return row;
  }

  private void saw(OwnWrites own, Key key, @Nullable Row row, CellLocks locks) {
    Written written = own.get(key);
    Row wrote = written == null ? null : written.row();
    boolean agrees =
        written == null
            || ((written.patch() && wrote != null)
                ? (row != null && (row.changed(wrote) & wrote.cells()) == 0)
                : Objects.equals(wrote, row));
    if (!agrees) {
      throw new AssertionError(
          attempt + " wrote " + written + " to " + key + " and then read " + row);
    }
    if (written == null || written.patch()) {
      long visible = written == null ? Cells.ALL : ~written.cells();
      attempt.observations.add(
          new Observation(
              key,
              row,
              visible,
              visible & locks.read(),
              locks.binding() ? visible & locks.cells() : 0));
    }
  }

  /** Reads a stretch of the keys, perhaps not to its end. */
  void scan(OwnWrites own, CellLocks locks) {
    int from = random.nextInt(mix.keys());
    scan(own, locks, from, from + 1 + random.nextInt(mix.keys() - from));
  }

  private void scan(OwnWrites own, CellLocks locks, int from, int to) {
    boolean reverse = oneIn(3);
    long limit = oneIn(3) ? 1 + random.nextInt(3) : Long.MAX_VALUE;
    int stopAfter = oneIn(4) ? 1 + random.nextInt(3) : Integer.MAX_VALUE;
    KeyRange range = new KeyRange(mix.key(from), mix.key(to));
    int next = reverse ? to - 1 : from;
    int count = 0;
    ScanRequest request = new ScanRequest(range, reverse, asked(locks), limit, !oneIn(3));
    try (KvCursor cursor = reader.scan(request)) {
      while (count < stopAfter && cursor.next()) {
        count++;
        int found = mix.indexOf(Key.wrap(cursor.key().toByteArray()));
        if (found < from || found >= to || (reverse ? found > next : found < next)) {
          throw new AssertionError(
              "A scan of " + range + " went to " + Key.wrap(cursor.key().toByteArray()));
        }
        while (next != found) {
          saw(own, mix.key(next), null, locks);
          next += reverse ? -1 : 1;
        }
        saw(own, mix.key(found), Row.of(cursor.value().toByteArray()), locks);
        next += reverse ? -1 : 1;
      }
    }
    if (count < Math.min(limit, stopAfter)) {
      while (reverse ? next >= from : next < to) {
        saw(own, mix.key(next), null, locks);
        next += reverse ? -1 : 1;
      }
    }
  }

  /** Reads all keys of a group that hold their commit timestamp; returns those stored. */
  List<Key> list(int group, OwnWrites own, CellLocks locks) {
    KeyRange range = StampedKeys.range(group);
    NavigableMap<Key, Row> rows = new TreeMap<>();
    ScanRequest request = new ScanRequest(range, oneIn(2), asked(locks), Long.MAX_VALUE, !oneIn(3));
    try (KvCursor cursor = reader.scan(request)) {
      while (cursor.next()) {
        Key key = Key.wrap(cursor.key().toByteArray());
        Row row = Row.of(cursor.value().toByteArray());
        long micros = StampedKeys.micros(key, group);
        if (!Long.toString(micros).equals(row.stamp())) {
          throw new AssertionError(
              "A key holds another commit timestamp than its row: " + micros + ", " + row);
        }
        rows.put(key, row);
      }
    }
    TreeSet<Key> owned = new TreeSet<>(own.all().keySet());
    rows.keySet().forEach(key -> requireUndeleted(own, key));
    attempt.listings.add(new Listing(range, rows, owned));
    return List.copyOf(rows.keySet());
  }

  private void requireUndeleted(OwnWrites own, Key key) {
    if (own.get(key) != null) {
      throw new AssertionError(attempt + " deleted " + key + " and then read it");
    }
  }

  /** Reads everything there is. */
  void everything() {
    OwnWrites nothing = new OwnWrites();
    for (int i = 0; i < mix.keys(); i++) {
      get(mix.key(i), nothing, CellLocks.SHARED);
    }
    for (int group = 0; group < StampedKeys.GROUPS; group++) {
      list(group, nothing, CellLocks.SHARED);
    }
  }
}
