package org.ratchetdb.tests.simulation.workload;

import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.storage.api.PayloadMerger;

/** Merges {@linkplain Row payloads of the simulated clients}. */
public class CellMerger implements PayloadMerger {
  @Override
  public final Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps) {
    byte[] merged = merge(base.toByteArray(), patch);
    return new Merged(merged, Row.of(merged).stampOffsets());
  }

  /** Lays a patch over a payload. */
  protected byte[] merge(byte[] base, byte[] patch) {
    return Row.of(base).patched(Row.of(patch)).payload();
  }

  @Override
  public long changedCells(ByteSlice before, ByteSlice after) {
    return Row.of(before.toByteArray()).changed(Row.of(after.toByteArray()));
  }
}
