package org.ratchetdb.engine.check;

import com.google.common.hash.HashCode;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;

/**
 * Sums of hashes of the entries that an index must have and of those it has. Equal sums of 128 bits
 * mean equal sets, in whatever order they came. Owned by one thread.
 */
final class EntrySums {
  private static final HashFunction HASH = Hashing.murmur3_128();

  private final long[] wanted = new long[2];
  private final long[] found = new long[2];
  private long wantedCount;
  private long foundCount;

  void want(byte[] key, byte[] payload) {
    wantedCount++;
    add(wanted, key, 0, key.length, payload, 0, payload.length);
  }

  void find(byte[] key, int keyAt, int keyLength, byte[] payload, int payloadAt, int length) {
    foundCount++;
    add(found, key, keyAt, keyLength, payload, payloadAt, length);
  }

  private static void add(
      long[] sums,
      byte[] key,
      int keyAt,
      int keyLength,
      byte[] payload,
      int payloadAt,
      int length) {
    HashCode hash =
        HASH.newHasher(Integer.BYTES + keyLength + length)
            .putInt(keyLength)
            .putBytes(key, keyAt, keyLength)
            .putBytes(payload, payloadAt, length)
            .hash();
    ByteBuffer halves = ByteBuffer.wrap(hash.asBytes());
    sums[0] += halves.getLong();
    sums[1] += halves.getLong();
  }

  boolean agree() {
    return wantedCount == foundCount && wanted[0] == found[0] && wanted[1] == found[1];
  }

  long foundCount() {
    return foundCount;
  }
}
