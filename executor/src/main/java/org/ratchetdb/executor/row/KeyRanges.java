package org.ratchetdb.executor.row;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.Value;

/**
 * Turns conditions on the leading key columns, with their values known, into key ranges in key
 * order.
 */
public final class KeyRanges {
  /** A condition whose values are known. */
  public sealed interface Bound {}

  /** One of the values; NULL here means the NULL key, not a comparison with NULL. */
  public record OneOf(List<Value> values) implements Bound {
    public OneOf {
      values = List.copyOf(values);
    }
  }

  /** Between bounds, NULL keys and NaN excluded; an absent bound is null. */
  public record Between(
      @Nullable Value lower, boolean lowerInclusive, @Nullable Value upper, boolean upperInclusive)
      implements Bound {}

  /** Any key but NULL. */
  public record AnyNotNull() implements Bound {}

  private final KeyLayout layout;
  private final List<Bound> bounds;
  private final List<KeyRange> ranges = new ArrayList<>();

  private KeyRanges(KeyLayout layout, List<Bound> bounds) {
    this.layout = layout;
    this.bounds = bounds;
  }

  /** The ranges in ascending key order; empty when nothing can match. */
  public static List<KeyRange> of(KeyLayout layout, List<Bound> bounds) {
    if (bounds.isEmpty()) {
      return List.of(layout.fullRange());
    }
    KeyRanges builder = new KeyRanges(layout, bounds);
    KeyEncoder encoder = new KeyEncoder();
    encoder.tag(layout.segments().get(0).tag());
    builder.add(encoder, 0, 0);
    return builder.ranges;
  }

  /**
   * Goes on at a part of a segment; the encoder holds all before it, the segment's tag included.
   */
  private void add(KeyEncoder encoder, int segment, int part) {
    KeyLayout.Segment current = layout.segments().get(segment);
    if (part == current.endPart() && segment + 1 < layout.segments().size()) {
      encoder.tag(layout.segments().get(segment + 1).tag());
      add(encoder, segment + 1, part);
      return;
    }
    if (part == bounds.size()) {
      Key prefix = encoder.toKey();
      ranges.add(part == layout.parts().size() ? KeyRange.point(prefix) : KeyRange.prefix(prefix));
      return;
    }
    KeyLayout.Part key = layout.parts().get(part);
    Bound bound = bounds.get(part);
    int prefixLength = encoder.length();
    if (bound instanceof OneOf oneOf) {
      for (Key encoded : sorted(oneOf.values(), key)) {
        encoder.truncate(prefixLength).putKey(encoded);
        add(encoder, segment, part + 1);
      }
      encoder.truncate(prefixLength);
    } else if (bound instanceof Between between) {
      addRange(encoder, key, between);
    } else {
      addRange(encoder, key, new Between(null, false, null, false));
    }
  }

  /** Encodings of the distinct values in the order of the keys. */
  private static Collection<Key> sorted(List<Value> values, KeyLayout.Part part) {
    if (values.size() == 1) {
      return List.of(encode(values.get(0), part));
    }
    TreeMap<Key, Key> byKey = new TreeMap<>();
    for (Value value : values) {
      Key encoded = encode(value, part);
      byKey.put(encoded, encoded);
    }
    return byKey.values();
  }

  private static Key encode(Value value, KeyLayout.Part part) {
    return put(new KeyEncoder(24), value, part).toKey();
  }

  /** Appends a value to a key; a value of another type than the part's is a bug of the plan. */
  public static KeyEncoder put(KeyEncoder encoder, Value value, KeyLayout.Part part) {
    if (!value.isNull() && value.type().kind() != part.type().kind()) {
      throw new DbException(
          ErrorCode.INTERNAL, "Key of type " + part.type() + " is compared with " + value.type());
    }
    return encoder.putValue(value, part.order());
  }

  private void addRange(KeyEncoder encoder, KeyLayout.Part part, Between between) {
    KeyOrder order = part.order();
    int prefixLength = encoder.length();
    boolean descending = order.descending();
    Value first = descending ? between.upper() : between.lower();
    boolean firstInclusive = descending ? between.upperInclusive() : between.lowerInclusive();
    Value last = descending ? between.lower() : between.upper();
    boolean lastInclusive = descending ? between.lowerInclusive() : between.upperInclusive();
    boolean holdsNaN = part.type().is(TypeKind.FLOAT64);
    boolean anyValue = between.lower() == null && between.upper() == null;

    Key start;
    if (first != null) {
      Key key = put(encoder, first, part).toKey();
      start = firstInclusive ? key : key.prefixEnd();
    } else if (holdsNaN && !descending && !anyValue) {
      start = encoder.putDouble(Double.NaN, order).toKey().prefixEnd();
    } else {
      start = encoder.putLowestValueBound().toKey();
    }
    encoder.truncate(prefixLength);

    Key end;
    if (last != null) {
      Key key = put(encoder, last, part).toKey();
      end = lastInclusive ? key.prefixEnd() : key;
    } else if (holdsNaN && descending && !anyValue) {
      end = encoder.putDouble(Double.NaN, order).toKey();
    } else {
      end = encoder.putHighestValueBound().toKey();
    }
    encoder.truncate(prefixLength);

    if (start != null && (end == null || start.compareTo(end) < 0)) {
      ranges.add(new KeyRange(start, end));
    }
  }
}
