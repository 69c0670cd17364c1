package org.ratchetdb.storage.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.storage.txn.StoreOptions;

/** Has a store on the engine under test, a new one for each test. */
public abstract class AbstractStoreTest {
  protected StoreFixture fixture;

  /** How the engine under test is opened, at the same place each time. */
  protected abstract StoreFixture.Opener opener();

  /** How the store behaves; by default payloads are opaque. */
  protected StoreOptions options() {
    return StoreOptions.DEFAULT;
  }

  @BeforeEach
  final void openStore() {
    fixture = new StoreFixture(opener(), options());
  }

  @AfterEach
  final void closeStore() {
    fixture.close();
  }

  protected static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  protected final KvTransaction begin() {
    return begin(TransactionOptions.DEFAULT);
  }

  protected final KvTransaction begin(TransactionOptions options) {
    return fixture.store().begin(options);
  }

  /** The key of the next entry, or null at the end. */
  protected static @Nullable String next(KvCursor cursor) {
    return cursor.next() ? StoreFixture.text(cursor.key()) : null;
  }
}
