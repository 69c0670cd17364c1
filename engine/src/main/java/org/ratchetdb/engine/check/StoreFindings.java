package org.ratchetdb.engine.check;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressUnit;
import org.ratchetdb.engine.split.KeyText;
import org.ratchetdb.storage.api.VerifyListener;

/** Passes on what the store finds in itself. Owned by one thread. */
final class StoreFindings implements VerifyListener {
  private static final String HINT =
      "Make a copy of the data directory, then restore a backup. What can still be read can be"
          + " read.";

  private final Findings findings;
  private final KeyText keyText;
  private final ProgressListener progress;

  StoreFindings(Findings findings, KeyText keyText, ProgressListener progress) {
    this.findings = findings;
    this.keyText = keyText;
    this.progress = progress;
  }

  @Override
  public void damage(String where, @Nullable Key key, String problem) {
    findings.error(where, key == null ? null : keyText.of(key), problem, HINT);
  }

  @Override
  public void filesRead(long bytes, long total) {
    progress.progress("files", ProgressUnit.BYTES, bytes, total);
  }

  @Override
  public void versionsRead(long count) {
    progress.progress("history", ProgressUnit.ENTRIES, count, 0);
  }
}
