package org.ratchetdb.storage.txn;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PatchBases;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.VersionEngine;
import org.ratchetdb.storage.mvcc.VersionHeader;
import org.ratchetdb.storage.mvcc.WriteSet;

/**
 * Keys that commits under way lay patches over, and what the last of those commits made of each.
 * Locks do not keep two such commits apart: they write different cells, or one cell that neither
 * has read. Thread-safe.
 *
 * <p>Each commit claims its patched keys, then looks at how far the store is, then lays its patches
 * over the newest versions, in its own thread. The leader of the commit sequence, in commit order,
 * has those laid again whose keys were written since that look, over what was written: by a group
 * that is in the engine by then, or by a commit ahead in the same group. So a lone commit pays for
 * one entry in a map, and those that meet on a row are written in one group all the same.
 */
final class PatchedKeys {
  private static final int STRIPES = 16;

  private final VersionEngine engine;
  private final PayloadMerger merger;
  private final Stripe[] stripes = new Stripe[STRIPES];

  private static final class Stripe {
    final Lock mutex;
    final Map<Key, Entry> entries = new HashMap<>();

    Stripe(Lock mutex) {
      this.mutex = mutex;
    }
  }

  /** What became of a key since the first of those that claim it now did so. */
  private static final class Entry {
    /** Claims on it. Guarded by the stripe. */
    int claims = 1;

    /** Timestamp of the last commit that wrote the key, or 0. Of the leader, as is the next. */
    long lastMicros;

    byte[] lastPayload = NOTHING;
  }

  private static final byte[] NOTHING = new byte[0];

  PatchedKeys(VersionEngine engine, PayloadMerger merger, Threads threads) {
    this.engine = engine;
    this.merger = merger;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(threads.newLock());
    }
  }

  private Stripe stripeOf(Key key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16) ^ (hash >>> 8)) & (STRIPES - 1)];
  }

  /**
   * Claims keys for a commit, which has them locked.
   *
   * @param keys the patched ones of the writes, ascending
   */
  Claim claim(List<Key> keys, WriteSet writes) {
    Claim claim = new Claim(keys, writes);
    for (int i = 0; i < keys.size(); i++) {
      claim.entries[i] = claim(keys.get(i));
    }
    return claim;
  }

  private Entry claim(Key key) {
    Stripe stripe = stripeOf(key);
    stripe.mutex.lock();
    try {
      Entry entry = stripe.entries.get(key);
      if (entry == null) {
        entry = new Entry();
        stripe.entries.put(key, entry);
      } else {
        entry.claims++;
      }
      return entry;
    } finally {
      stripe.mutex.unlock();
    }
  }

  private void release(Key key, Entry entry) {
    Stripe stripe = stripeOf(key);
    stripe.mutex.lock();
    try {
      if (--entry.claims == 0) {
        stripe.entries.remove(key);
      }
    } finally {
      stripe.mutex.unlock();
    }
  }

  /** Number of keys that are claimed; for tests. */
  int size() {
    int count = 0;
    for (Stripe stripe : stripes) {
      stripe.mutex.lock();
      try {
        count += stripe.entries.size();
      } finally {
        stripe.mutex.unlock();
      }
    }
    return count;
  }

  /** The patches of one commit. Of its own thread, and of the leader while that one waits. */
  final class Claim implements PatchBases {
    private final List<Key> keys;
    private final WriteSet writes;
    private final Entry[] entries;
    private final PayloadMerger.@Nullable Merged[] results;

    /** Place of the key that is asked for, or heard of, next. */
    private int next;

    /** The patches are laid over everything that was committed up to here. */
    private long preparedMicros;

    /** Timestamp up to which the engine has everything. */
    private long writtenMicros;

    Claim(List<Key> keys, WriteSet writes) {
      this.keys = keys;
      this.writes = writes;
      this.entries = new Entry[keys.size()];
      this.results = new PayloadMerger.@Nullable Merged[keys.size()];
    }

    /** Lays the patches over the newest versions; called by the commit's own thread, once. */
    PreparedWrites prepare(OldVersionCheck check) {
      writtenMicros = Long.MAX_VALUE; // nothing is on its way that this commit has to come after
      preparedMicros = engine.writtenMicros();
      next = 0;
      return engine.prepare(writes, check, this, merger);
    }

    /**
     * Called by the leader when it is this commit's turn: the writes as they have to be, with their
     * timestamp.
     */
    PreparedWrites settle(PreparedWrites prepared, long micros) {
      PreparedWrites settled = prepared;
      if (isOutdated()) {
        writtenMicros = engine.writtenMicros();
        next = 0;
        // What is checked at commit is locked, and has not changed.
        settled = engine.prepare(writes, OldVersionCheck.NONE, this, merger);
        settled.setFloorMicros(prepared.floorMicros());
      }
      settled.assign(micros);
      for (int i = 0; i < entries.length; i++) {
        PayloadMerger.Merged result = results[i];
        if (result == null) {
          throw new IllegalStateException("A patch was not laid over anything: " + keys.get(i));
        }
        for (int offset : result.stampOffsets()) {
          VersionHeader.writeLong(result.payload(), offset, settled.timestampMicros());
        }
        entries[i].lastPayload = result.payload();
        entries[i].lastMicros = settled.timestampMicros();
      }
      return settled;
    }

    private boolean isOutdated() {
      for (Entry entry : entries) {
        if (entry.lastMicros > preparedMicros) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean find(Key key, Version into) {
      Entry entry = entries[next];
      if (entry.lastMicros <= writtenMicros) {
        return false;
      }
      into.set(entry.lastMicros, entry.lastPayload, 0, entry.lastPayload.length);
      return true;
    }

    @Override
    public void patched(Key key, PayloadMerger.Merged result) {
      results[next++] = result;
    }

    /** Lets the keys go, once the commit is published or given up. */
    void release() {
      for (int i = 0; i < entries.length; i++) {
        PatchedKeys.this.release(keys.get(i), entries[i]);
      }
    }
  }
}
