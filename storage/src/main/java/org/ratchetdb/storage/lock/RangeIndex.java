package org.ratchetdb.storage.lock;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyRange;

/**
 * Range requests, findable by overlap: a treap ordered by (start, insertion) whose nodes know the
 * largest end below them. Not thread-safe; see the package comment for its guard.
 */
final class RangeIndex {
  private @Nullable Node root;
  private long insertions;
  private int size;

  private static final class Node {
    final LockRequest request;
    final KeyRange range;
    final long sequence;
    final long priority;
    @Nullable Node left;
    @Nullable Node right;

    /** The largest end in this subtree; null means unbounded. */
    @Nullable Key endMax;

    Node(LockRequest request, long sequence) {
      this.request = request;
      this.range = request.requiredRange();
      this.sequence = sequence;
      this.priority = mix(sequence);
      this.endMax = range.end();
    }

    void update() {
      Key max = range.end();
      if (max != null && left != null) {
        max = larger(max, left.endMax);
      }
      if (max != null && right != null) {
        max = larger(max, right.endMax);
      }
      endMax = max;
    }

    private static @Nullable Key larger(Key a, @Nullable Key b) {
      return b == null || b.compareTo(a) > 0 ? b : a;
    }
  }

  /** Spreads sequence numbers into heap priorities; deterministic, so runs can be replayed. */
  private static long mix(long z) {
    z = (z + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  int size() {
    return size;
  }

  /** Adds a request and returns the handle to remove it with. */
  long add(LockRequest request) {
    Node node = new Node(request, insertions++);
    root = insert(root, node);
    size++;
    return node.sequence;
  }

  private static Node insert(@Nullable Node at, Node node) {
    if (at == null) {
      return node;
    }
    Node top = at;
    if (compare(node.range.start(), node.sequence, at) < 0) {
      Node child = insert(at.left, node);
      at.left = child;
      if (child.priority > at.priority) {
        at.left = child.right;
        child.right = at;
        at.update();
        top = child;
      }
    } else {
      Node child = insert(at.right, node);
      at.right = child;
      if (child.priority > at.priority) {
        at.right = child.left;
        child.left = at;
        at.update();
        top = child;
      }
    }
    top.update();
    return top;
  }

  /** Removes the request that {@link #add} gave the handle for. */
  void remove(LockRequest request, long handle) {
    root = delete(root, request.start, handle);
  }

  private @Nullable Node delete(@Nullable Node at, Key start, long handle) {
    if (at == null) {
      throw new IllegalStateException("Range lock is not in the index");
    }
    int order = compare(start, handle, at);
    if (order == 0) {
      size--;
      return merge(at.left, at.right);
    }
    if (order < 0) {
      at.left = delete(at.left, start, handle);
    } else {
      at.right = delete(at.right, start, handle);
    }
    at.update();
    return at;
  }

  private static @Nullable Node merge(@Nullable Node left, @Nullable Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.priority > right.priority) {
      left.right = merge(left.right, right);
      left.update();
      return left;
    }
    right.left = merge(left, right.left);
    right.update();
    return right;
  }

  private static int compare(Key start, long sequence, Node node) {
    int order = start.compareTo(node.range.start());
    return order != 0 ? order : Long.compare(sequence, node.sequence);
  }

  /** Visits every request whose range holds the key. */
  void forEachContaining(Key key, Consumer<LockRequest> visitor) {
    containing(root, key, visitor);
  }

  private static void containing(@Nullable Node at, Key key, Consumer<LockRequest> visitor) {
    Node node = at;
    while (node != null) {
      if (node.endMax != null && key.compareTo(node.endMax) >= 0) {
        return;
      }
      if (key.compareTo(node.range.start()) < 0) {
        node = node.left;
        continue;
      }
      containing(node.left, key, visitor);
      if (node.range.end() == null || key.compareTo(node.range.end()) < 0) {
        visitor.accept(node.request);
      }
      node = node.right;
    }
  }

  /** Visits every request whose range overlaps the given one. */
  void forEachOverlapping(KeyRange range, Consumer<LockRequest> visitor) {
    overlapping(root, range, visitor);
  }

  private static void overlapping(
      @Nullable Node at, KeyRange range, Consumer<LockRequest> visitor) {
    Node node = at;
    while (node != null) {
      if (node.endMax != null && range.start().compareTo(node.endMax) >= 0) {
        return;
      }
      if (range.end() != null && range.end().compareTo(node.range.start()) <= 0) {
        node = node.left;
        continue;
      }
      overlapping(node.left, range, visitor);
      if (node.range.overlaps(range)) {
        visitor.accept(node.request);
      }
      node = node.right;
    }
  }
}
