package org.ratchetdb.storage.mvcc;

import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.PayloadMerger;

/**
 * What patches are laid over, where that is not the newest version of the engine: commits ahead in
 * the same group may have written the key.
 */
public interface PatchBases {
  /** Patches are laid over the newest versions, and nobody asks what came out. */
  PatchBases NEWEST =
      new PatchBases() {
        @Override
        public boolean find(Key key, Version into) {
          return false;
        }

        @Override
        public void patched(Key key, PayloadMerger.Merged result) {}
      };

  /** Finds a version that is on its way to the engine; false when the engine has the newest. */
  boolean find(Key key, Version into);

  /** Hears what became of a patched key, in the order of the writes. */
  void patched(Key key, PayloadMerger.Merged result);
}
