package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ratchetdb.storage.api.StoreFixture.bytes;
import static org.ratchetdb.storage.api.StoreFixture.key;
import static org.ratchetdb.storage.api.StoreFixture.put;
import static org.ratchetdb.storage.api.StoreFixture.range;
import static org.ratchetdb.storage.api.StoreFixture.scan;
import static org.ratchetdb.storage.api.StoreFixture.scanAll;
import static org.ratchetdb.storage.api.StoreFixture.scanReverse;
import static org.ratchetdb.storage.api.StoreFixture.text;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/** What every engine owes to scans: order, bounds, limits, own writes, skips. */
public abstract class AbstractKvStoreScansTest extends AbstractStoreTest {
  @Test
  void scansAreOrderedAndHalfOpen() {
    fixture.write("b", "2", "a", "1", "c", "3", "ab", "12");
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(scanAll(view)).containsExactly("a=1", "ab=12", "b=2", "c=3");
      assertThat(scanReverse(view)).containsExactly("c=3", "b=2", "ab=12", "a=1");
      assertThat(scan(view, ScanRequest.forward(range("ab", "c"), LockMode.NONE)))
          .containsExactly("ab=12", "b=2");
      assertThat(scan(view, new ScanRequest(range("ab", "c"), true, LockMode.NONE, 10)))
          .containsExactly("b=2", "ab=12");
      assertThat(scan(view, ScanRequest.forward(KeyRange.prefix(key("a")), LockMode.NONE)))
          .containsExactly("a=1", "ab=12");
      assertThat(scan(view, ScanRequest.forward(range("x", "y"), LockMode.NONE))).isEmpty();
    }
  }

  @Test
  void keysCompareAsUnsignedBytes() {
    Key high = Key.wrap(new byte[] {(byte) 0xF0});
    Key low = Key.wrap(new byte[] {0x10});
    Key zero = Key.wrap(new byte[] {0x00, 0x00});
    try (KvTransaction transaction = begin()) {
      transaction.put(high, bytes("high"));
      transaction.put(low, bytes("low"));
      transaction.put(zero, bytes("zero"));
      List<String> inBuffer = values(transaction);
      assertThat(inBuffer).containsExactly("zero", "low", "high");
      transaction.commit();
    }
    try (ReadView view = fixture.store().readAt(ReadBound.STRONG)) {
      assertThat(values(view)).containsExactly("zero", "low", "high");
    }
  }

  private static List<String> values(KvReader reader) {
    List<String> values = new ArrayList<>();
    try (KvCursor cursor = reader.scan(ScanRequest.forward(KeyRange.ALL, LockMode.NONE))) {
      while (cursor.next()) {
        values.add(text(cursor.value()));
      }
    }
    return values;
  }

  @Test
  void scanStopsAtItsLimit() {
    fixture.write("a", "1", "b", "2", "c", "3");
    try (KvTransaction transaction = begin()) {
      put(transaction, "aa", "own");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, false, LockMode.SHARED, 2)))
          .containsExactly("a=1", "aa=own");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, true, LockMode.SHARED, 1)))
          .containsExactly("c=3");
      assertThat(scan(transaction, new ScanRequest(KeyRange.ALL, true, LockMode.SHARED, 0)))
          .isEmpty();
    }
  }

  @Test
  void scanMergesOwnWritesOverStoredOnes() {
    fixture.write("a", "1", "c", "3", "e", "5");
    try (KvTransaction transaction = begin()) {
      put(transaction, "b", "own");
      put(transaction, "c", "own");
      transaction.delete(key("e"));
      transaction.delete(key("zz"));
      put(transaction, "f", "own");
      assertThat(scanAll(transaction)).containsExactly("a=1", "b=own", "c=own", "f=own");
      assertThat(scanReverse(transaction)).containsExactly("f=own", "c=own", "b=own", "a=1");
    }
  }

  @Test
  void scanDoesNotMeetWritesMadeWhileItRuns() {
    fixture.write("a", "1", "b", "2");
    try (KvTransaction transaction = begin()) {
      put(transaction, "c", "3");
      List<String> seen = new ArrayList<>();
      try (KvCursor cursor =
          transaction.scan(ScanRequest.forward(KeyRange.ALL, LockMode.EXCLUSIVE))) {
        while (cursor.next()) {
          String key = text(cursor.key());
          seen.add(key);
          put(transaction, key + "z", "new");
        }
      }
      assertThat(seen).containsExactly("a", "b", "c");
      assertThat(scanAll(transaction)).hasSize(6);
    }
  }

  @Test
  void skipToJumpsForwardButNeverBack() {
    fixture.write("a", "1", "b", "2", "d", "4", "f", "6");
    try (KvTransaction transaction = begin()) {
      put(transaction, "c", "own");
      put(transaction, "e", "own");
      try (KvCursor cursor =
          transaction.scan(ScanRequest.forward(range("a", "f"), LockMode.SHARED))) {
        cursor.skipTo(key("b"));
        assertThat(next(cursor)).isEqualTo("b");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("cc"));
        assertThat(next(cursor)).isEqualTo("d");
        cursor.skipTo(key("e"));
        assertThat(next(cursor)).isEqualTo("e");
        assertThat(next(cursor)).isNull();
        cursor.skipTo(key("x"));
        assertThat(next(cursor)).isNull();
      }
      try (KvCursor cursor =
          transaction.scan(new ScanRequest(range("a", "f"), true, LockMode.SHARED, 10))) {
        cursor.skipTo(key("dd"));
        assertThat(next(cursor)).isEqualTo("d");
        cursor.skipTo(key("e"));
        assertThat(next(cursor)).isEqualTo("c");
        cursor.skipTo(key("a"));
        assertThat(next(cursor)).isEqualTo("a");
        assertThat(next(cursor)).isNull();
      }
    }
  }
}
