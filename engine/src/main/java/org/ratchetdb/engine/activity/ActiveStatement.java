package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Fingerprints;

/**
 * A statement that is being planned or run. Immutable.
 *
 * @param sql its text as it was sent
 * @param identity what it is counted under, or null while it is planned and for statements that are
 *     not counted
 * @param id tells it from every other statement since the instance was opened
 * @param startedMicros when it began, in microseconds since the epoch
 */
public record ActiveStatement(
    String sql, @Nullable StatementIdentity identity, long id, long startedMicros) {
  /** That of its identity, or of its text. */
  public long fingerprint() {
    return identity == null ? Fingerprints.farm(sql) : identity.fingerprint();
  }
}
