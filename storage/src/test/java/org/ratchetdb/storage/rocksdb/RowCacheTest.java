package org.ratchetdb.storage.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.mvcc.Version;

class RowCacheTest {
  private static final Key KEY = Key.wrap("key".getBytes(US_ASCII));
  private static final Key OTHER = Key.wrap("other".getBytes(US_ASCII));

  private final RowCache.Memory memory = new RowCache.Memory(1 << 20);
  private final RowCache cache = new RowCache(memory);

  private static Version version(long micros, String payload) {
    Version version = new Version();
    version.set(micros, payload.getBytes(US_ASCII), 0, payload.length());
    return version;
  }

  private static @Nullable String read(RowCache cache, Key key, long micros) {
    Version found = new Version();
    if (!cache.get(key, micros, found)) {
      return null;
    }
    ByteSlice payload = new ByteSlice();
    found.payloadInto(payload);
    return new String(payload.toByteArray(), US_ASCII);
  }

  @Test
  void givesTheVersionToStatesThatHaveIt() {
    cache.offer(KEY, 20, version(10, "ten"), cache.clears());
    assertThat(read(cache, KEY, Long.MAX_VALUE)).isEqualTo("ten");
    assertThat(read(cache, KEY, 20)).isEqualTo("ten");
    assertThat(read(cache, KEY, 10)).isEqualTo("ten");
    assertThat(read(cache, KEY, 9)).isNull();
    assertThat(read(cache, OTHER, 20)).isNull();
  }

  @Test
  void keepsACopyOfItsOwn() {
    byte[] buffer = "ten".getBytes(US_ASCII);
    Version version = new Version();
    version.set(10, buffer, 0, buffer.length);
    cache.offer(KEY, 10, version, cache.clears());
    buffer[0] = 'x';
    assertThat(read(cache, KEY, 10)).isEqualTo("ten");

    Version reader = new Version();
    assertThat(cache.get(KEY, 10, reader)).isTrue();
    reader.buffer(1)[0] = 'y';
    assertThat(read(cache, KEY, 10)).isEqualTo("ten");
  }

  @Test
  void forgetsWhatHasChanged() {
    cache.offer(KEY, 10, version(10, "ten"), cache.clears());
    cache.offer(OTHER, 10, version(10, "other"), cache.clears());
    cache.changed(KEY, 30);
    assertThat(read(cache, KEY, 10)).isNull();
    assertThat(read(cache, OTHER, 10)).isEqualTo("other");
  }

  @Test
  void doesNotKeepWhatALateReaderFound() {
    cache.changed(KEY, 30);
    cache.offer(KEY, 29, version(10, "ten"), cache.clears());
    assertThat(read(cache, KEY, Long.MAX_VALUE)).isNull();
    cache.offer(KEY, 30, version(30, "thirty"), cache.clears());
    assertThat(read(cache, KEY, 30)).isEqualTo("thirty");

    cache.changed(KEY, 40);
    cache.changed(KEY, 35); // two commits of a group may be told in any order
    cache.offer(KEY, 39, version(30, "thirty"), cache.clears());
    assertThat(read(cache, KEY, Long.MAX_VALUE)).isNull();
  }

  @Test
  void doesNotKeepWhatWasReadBeforeAClear() {
    int before = cache.clears();
    cache.offer(OTHER, 10, version(10, "other"), before);
    cache.clear();
    assertThat(read(cache, OTHER, 10)).isNull();
    cache.offer(KEY, 20, version(10, "ten"), before);
    assertThat(read(cache, KEY, 20)).isNull();
    cache.offer(KEY, 20, version(10, "ten"), cache.clears());
    assertThat(read(cache, KEY, 20)).isEqualTo("ten");
  }

  @Test
  void storesAreApart() {
    RowCache second = new RowCache(memory);
    cache.offer(KEY, 10, version(10, "first"), cache.clears());
    second.offer(KEY, 10, version(10, "second"), second.clears());
    assertThat(read(cache, KEY, 10)).isEqualTo("first");
    second.clear();
    assertThat(read(cache, KEY, 10)).isEqualTo("first");
    assertThat(read(second, KEY, 10)).isNull();
  }

  @Test
  void staysWithinItsMemory() {
    RowCache small = new RowCache(new RowCache.Memory(10_000));
    small.offer(KEY, 10, version(10, "x".repeat(5_000)), 0);
    assertThat(read(small, KEY, 10)).as("long payloads").isNull();
    int kept = 0;
    for (int i = 0; i < 100; i++) {
      small.offer(Key.wrap(new byte[] {1, (byte) i}), 10, version(10, "x".repeat(1_000)), 0);
    }
    for (int i = 0; i < 100; i++) {
      kept += read(small, Key.wrap(new byte[] {1, (byte) i}), 10) == null ? 0 : 1;
    }
    assertThat(kept).isBetween(1, 8);

    RowCache none = new RowCache(new RowCache.Memory(0));
    none.offer(KEY, 10, version(10, "ten"), 0);
    none.changed(KEY, 11);
    none.clear();
    assertThat(read(none, KEY, 10)).isNull();
  }
}
