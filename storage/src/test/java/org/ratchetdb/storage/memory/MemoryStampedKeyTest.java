package org.ratchetdb.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.StampedKey;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.storage.api.AbstractStampedKeyTest;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.StoreFixture;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.txn.StoreEnvironment;

final class MemoryStampedKeyTest extends AbstractStampedKeyTest {
  @Override
  protected StoreFixture.Opener opener() {
    return MemoryKvStore::open;
  }

  @Override
  protected boolean outlivesClose() {
    return false;
  }

  @Test
  void clockOfAnotherAgeIsRefusedWithoutHarm() {
    ManualClock seventies = new ManualClock(1_000);
    StoreFixture.Opener old =
        (options, environment) ->
            MemoryKvStore.open(
                options,
                new StoreEnvironment(
                    seventies, seventies, environment.scheduler(), environment.threads()));
    try (StoreFixture fixture = new StoreFixture(old)) {
      StampedKey key = new KeyEncoder().putPendingTimestamp(KeyOrder.ASC).toStampedKey();
      try (KvTransaction transaction = fixture.store().begin(TransactionOptions.DEFAULT)) {
        transaction.putStamped(key, new byte[0], new int[0]);
        assertThatThrownBy(transaction::commit)
            .isInstanceOfSatisfying(
                DbException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION));
      }
      fixture.write("a", "1");
      assertThat(fixture.read("a")).isEqualTo("1");
    }
  }
}
