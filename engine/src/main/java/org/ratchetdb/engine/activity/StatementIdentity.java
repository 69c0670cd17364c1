package org.ratchetdb.engine.activity;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Fingerprints;
import org.ratchetdb.engine.stats.interval.TallyKey;

/**
 * What executions are counted under: the text of a statement, literals that became parameters left
 * out, or the tag of the request. Immutable; equal by fingerprint.
 */
public final class StatementIdentity implements TallyKey {
  private static final int TEXT_CHARS_MAX = 64 << 10;
  private static final int OBJECT_BYTES = 64;

  private final String text;
  private final boolean truncated;
  private final @Nullable String tag;
  private final long fingerprint;

  private StatementIdentity(
      String text, boolean truncated, @Nullable String tag, long fingerprint) {
    this.text = text;
    this.truncated = truncated;
    this.tag = tag;
    this.fingerprint = fingerprint;
  }

  /** Counted by its text. */
  public static StatementIdentity of(String sql) {
    boolean truncated = sql.length() > TEXT_CHARS_MAX;
    String text = truncated ? sql.substring(0, TEXT_CHARS_MAX) : sql;
    return new StatementIdentity(text, truncated, null, Fingerprints.farm(sql));
  }

  /** The same statement, counted by the tag of a request; itself for an empty one. */
  public StatementIdentity tagged(String requestTag) {
    return requestTag.isEmpty()
        ? this
        : new StatementIdentity(text, truncated, requestTag, Fingerprints.farm(requestTag));
  }

  /** Its beginning when it is very long. */
  public String text() {
    return text;
  }

  public boolean truncated() {
    return truncated;
  }

  /** The tag of the request, or null. */
  public @Nullable String tag() {
    return tag;
  }

  public long fingerprint() {
    return fingerprint;
  }

  @Override
  public int bytes() {
    return OBJECT_BYTES + 2 * text.length();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof StatementIdentity that
            && fingerprint == that.fingerprint
            && (tag == null) == (that.tag == null));
  }

  @Override
  public int hashCode() {
    return Long.hashCode(fingerprint);
  }
}
