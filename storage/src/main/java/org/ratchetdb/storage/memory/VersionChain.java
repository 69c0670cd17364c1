package org.ratchetdb.storage.memory;

import org.jspecify.annotations.Nullable;

/**
 * The versions of one key, newest first. A null payload says that the key was deleted. All but the
 * link to older versions is immutable; that link is cut by the one thread that applies commits.
 */
final class VersionChain {
  final long startMicros;
  final byte @Nullable [] payload;
  volatile @Nullable VersionChain older;

  VersionChain(long startMicros, byte @Nullable [] payload, @Nullable VersionChain older) {
    this.startMicros = startMicros;
    this.payload = payload;
    this.older = older;
  }

  /** The version that holds at the timestamp, or null when the key does not exist then. */
  static @Nullable VersionChain visibleAt(@Nullable VersionChain newest, long micros) {
    VersionChain at = newest;
    while (at != null && at.startMicros > micros) {
      at = at.older;
    }
    return at == null || at.payload == null ? null : at;
  }
}
