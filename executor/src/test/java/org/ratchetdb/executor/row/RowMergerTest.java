package org.ratchetdb.executor.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

class RowMergerTest {
  /** No commit can write so much; a row grows to it column by column. */
  @Test
  void rowHas1600MebibytesBesideItsKey() {
    long most = 1_600L * 1024 * 1024;
    assertThatCode(() -> RowMerger.requireRoom(most)).doesNotThrowAnyException();
    assertThatThrownBy(() -> RowMerger.requireRoom(most + 1))
        .hasMessage(
            "Total size of non-key columns of a row exceeds the maximum allowed limit of"
                + " 1677721600 bytes.")
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }
}
