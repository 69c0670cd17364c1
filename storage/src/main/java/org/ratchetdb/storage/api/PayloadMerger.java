package org.ratchetdb.storage.api;

import org.ratchetdb.common.key.ByteSlice;

/**
 * Knows what a payload is made of, for stores that keep payloads without understanding them. Lets
 * two transactions write different cells of one row at the same time: each buffers a patch, which
 * holds the cells it writes and is laid over whatever version is the newest when it commits.
 *
 * <p>A patch is a payload with some of the cells. So patches can be laid over patches. Called by
 * many threads.
 */
public interface PayloadMerger {
  /** Takes no patches; two payloads differ in everything or in nothing. */
  PayloadMerger NONE =
      new PayloadMerger() {
        @Override
        public Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps) {
          throw new UnsupportedOperationException("This store was opened without a merger");
        }

        @Override
        public long changedCells(ByteSlice before, ByteSlice after) {
          return before.contentEquals(after) ? 0 : Cells.ALL;
        }
      };

  /**
   * A payload and where in it the commit timestamp goes, 8 bytes each; see {@link
   * KvTransaction#putStamped}.
   */
  @SuppressWarnings("ArrayRecordComponent") // handed from one owner to the next, never compared
  record Merged(byte[] payload, int[] stampOffsets) {}

  /**
   * Lays a patch over a payload: cells of the patch win, those it lacks stay.
   *
   * @param base a payload or a patch; stays as it is
   * @param baseStamps where timestamps go in the base
   * @param patchStamps where timestamps go in the patch
   */
  Merged merge(ByteSlice base, int[] baseStamps, byte[] patch, int[] patchStamps);

  /** The cells that differ between two payloads; may name more, never fewer. */
  long changedCells(ByteSlice before, ByteSlice after);
}
