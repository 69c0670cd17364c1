package org.ratchetdb.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

class KeyEncoderTest {
  @Test
  void smallIntegersTakeOneByte() {
    assertThat(new KeyEncoder().putLong(0, KeyOrder.ASC).length()).isEqualTo(1);
    assertThat(new KeyEncoder().putLong(219, KeyOrder.DESC).length()).isEqualTo(1);
    assertThat(new KeyEncoder().putLong(-16, KeyOrder.ASC).length()).isEqualTo(1);
    assertThat(new KeyEncoder().putLong(220, KeyOrder.ASC).length()).isEqualTo(2);
    assertThat(new KeyEncoder().putLong(Long.MIN_VALUE, KeyOrder.ASC).length()).isEqualTo(9);
  }

  /** Fixed bytes: a change here makes every existing database unreadable. */
  @Test
  void theLayoutIsFrozen() {
    Key key =
        new KeyEncoder()
            .tag(5)
            .putLong(1000, KeyOrder.ASC)
            .putString("a\0", KeyOrder.ASC)
            .putNull(KeyOrder.ASC)
            .putNull(KeyOrder.DESC)
            .putLong(1, KeyOrder.DESC)
            .tag(200)
            .putDouble(1.5, KeyOrder.ASC)
            .toKey();

    assertThat(key)
        .hasToString(
            "05" + "f7030c" + "106100ff0001" + "01" + "fe" + "e4" + "8048" + "10bff8000000000000");
  }

  @Test
  void descendingNullsStandLastUnlessAskedOtherwise() {
    assertThat(new KeyEncoder().putNull(KeyOrder.DESC).toKey()).hasToString("fe");
    assertThat(new KeyEncoder().putNull(KeyOrder.DESC_NULLS_FIRST).toKey()).hasToString("01");
  }

  @Test
  void stringAndUtf8BytesEncodeAlike() {
    String text = "aé\0€😀";
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

    assertThat(new KeyEncoder().putString(text, KeyOrder.DESC).toKey())
        .isEqualTo(new KeyEncoder().putUtf8(utf8, 0, utf8.length, KeyOrder.DESC).toKey());
  }

  @Test
  void truncateKeepsThePrefix() {
    KeyEncoder encoder = new KeyEncoder().tag(1).putLong(5, KeyOrder.ASC);
    int prefix = encoder.length();
    Key first = encoder.tag(2).putLong(1, KeyOrder.ASC).toKey();
    Key second = encoder.truncate(prefix).tag(2).putLong(2, KeyOrder.ASC).toKey();

    assertThat(first).isLessThan(second);
    assertThat(encoder.reset().length()).isZero();
  }

  @Test
  void loneSurrogateIsRefused() {
    assertThatThrownBy(() -> new KeyEncoder().putString("x\uD800", KeyOrder.ASC))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_UTF8));
  }

  @Test
  void jsonIsNoKey() {
    assertThatThrownBy(
            () -> new KeyEncoder().putValue(new Value.Json("{}", SqlType.JSON), KeyOrder.ASC))
        .isInstanceOf(DbException.class)
        .hasMessage("A key of type JSON is not supported");
  }

  @Test
  void truncatedKeyIsCorrupt() {
    Key whole = new KeyEncoder().putString("abc", KeyOrder.ASC).toKey();
    Key cut = Key.copyOf(whole.unsafeBytes(), 0, whole.length() - 1);

    assertThatThrownBy(() -> new KeyDecoder(cut).readString(KeyOrder.ASC))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA));
  }

  @Test
  void ascendingBytesAreReadWithoutACopy() {
    Key key = new KeyEncoder().putString("abc", KeyOrder.ASC).toKey();
    ByteSlice slice = new ByteSlice();
    new KeyDecoder(key).readBytes(KeyOrder.ASC, slice);

    assertThat(slice.array()).isSameAs(key.unsafeBytes());
    assertThat(slice.toByteArray()).isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
  }
}
