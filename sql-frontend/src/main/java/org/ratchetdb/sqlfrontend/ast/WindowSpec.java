package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands in {@code OVER (...)} or behind a name in WINDOW.
 *
 * @param base the window it extends or, with everything else empty, the one {@code OVER name} names
 */
public record WindowSpec(
    @Nullable Identifier base,
    List<Expression> partitionBy,
    List<OrderItem> orderBy,
    @Nullable Frame frame,
    Span span)
    implements Node {
  public WindowSpec {
    partitionBy = List.copyOf(partitionBy);
    orderBy = List.copyOf(orderBy);
  }

  /** What the frame counts. */
  public enum FrameUnit {
    ROWS,
    RANGE,
    GROUPS
  }

  /** The kinds of frame borders. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** What EXCLUDE leaves out. */
  public enum Exclusion {
    NONE,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * A frame; a text without BETWEEN ends at the current row.
   *
   * @param exclusion NONE when nothing was said
   */
  public record Frame(FrameUnit unit, Bound start, Bound end, Exclusion exclusion, Span span) {}

  /**
   * A border of a frame.
   *
   * @param offset the number before PRECEDING or FOLLOWING, else null
   */
  public record Bound(BoundKind kind, @Nullable Expression offset, Span span) implements Node {}
}
