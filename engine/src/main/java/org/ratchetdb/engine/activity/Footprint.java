package org.ratchetdb.engine.activity;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Fingerprints;
import org.ratchetdb.engine.stats.interval.TallyKey;

/**
 * What a statement or a transaction touches: the columns it reads, those it writes, the tables it
 * deletes from. Transactions are counted by it, or by their tag. Immutable; equal by fingerprint.
 */
public final class Footprint implements TallyKey {
  /** Of a transaction that has run nothing yet. */
  public static final Footprint NONE =
      new Footprint(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), null);

  private static final int OBJECT_BYTES = 200;
  private static final int NAME_BYTES = 60;

  private final List<String> read;
  private final List<String> written;
  private final List<String> deletedFrom;
  private final @Nullable String tag;
  private final long fingerprint;

  /** The last sum, for a transaction that repeats itself. */
  private volatile @Nullable Sum lastSum;

  private record Sum(Footprint other, Footprint result) {}

  private Footprint(
      SortedSet<String> read,
      SortedSet<String> written,
      SortedSet<String> deletedFrom,
      @Nullable String tag) {
    this.read = List.copyOf(read);
    this.written = List.copyOf(written);
    this.deletedFrom = List.copyOf(deletedFrom);
    this.tag = tag;
    this.fingerprint =
        Fingerprints.farm(
            tag == null ? this.read + "|" + this.written + "|" + this.deletedFrom : tag);
  }

  /**
   * Columns by names like {@code Singers.Name}, {@code SingersByName.Name} for an index, {@code
   * Singers._exists} for the row itself.
   */
  public static Footprint of(
      SortedSet<String> read, SortedSet<String> written, SortedSet<String> deletedFrom) {
    return new Footprint(read, written, deletedFrom, null);
  }

  /** What both touch together. Cheap for the same two again. */
  @SuppressWarnings("ReferenceEquality") // equal ones are summed rightly too, only slower
  public Footprint plus(Footprint other) {
    if (other == this || other == NONE) {
      return this;
    }
    if (this == NONE) {
      return other;
    }
    Sum known = lastSum;
    if (known != null && known.other == other) {
      return known.result;
    }
    Footprint sum =
        new Footprint(
            both(read, other.read),
            both(written, other.written),
            both(deletedFrom, other.deletedFrom),
            null);
    Footprint result = sum.equals(this) ? this : sum;
    lastSum = new Sum(other, result);
    return result;
  }

  private static SortedSet<String> both(List<String> a, List<String> b) {
    SortedSet<String> all = new TreeSet<>(a);
    all.addAll(b);
    return all;
  }

  /** The same, counted by the transaction's tag; itself for an empty one. */
  Footprint tagged(String transactionTag) {
    return transactionTag.isEmpty()
        ? this
        : new Footprint(
            new TreeSet<>(read),
            new TreeSet<>(written),
            new TreeSet<>(deletedFrom),
            transactionTag);
  }

  public List<String> read() {
    return read;
  }

  public List<String> written() {
    return written;
  }

  public List<String> deletedFrom() {
    return deletedFrom;
  }

  /** The transaction's tag, or null. */
  public @Nullable String tag() {
    return tag;
  }

  public long fingerprint() {
    return fingerprint;
  }

  @Override
  public int bytes() {
    return OBJECT_BYTES + NAME_BYTES * (read.size() + written.size() + deletedFrom.size());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Footprint that
            && fingerprint == that.fingerprint
            && (tag == null) == (that.tag == null));
  }

  @Override
  public int hashCode() {
    return Long.hashCode(fingerprint);
  }
}
