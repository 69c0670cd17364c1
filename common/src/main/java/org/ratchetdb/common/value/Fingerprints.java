package org.ratchetdb.common.value;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/** FARM_FINGERPRINT. */
public final class Fingerprints {
  private Fingerprints() {}

  public static long farm(byte[] bytes, int offset, int length) {
    return Hashing.farmHashFingerprint64().hashBytes(bytes, offset, length).asLong();
  }

  /** Of the UTF-8 bytes. */
  public static long farm(String text) {
    return Hashing.farmHashFingerprint64().hashString(text, StandardCharsets.UTF_8).asLong();
  }
}
