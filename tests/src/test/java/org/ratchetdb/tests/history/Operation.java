package org.ratchetdb.tests.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a transaction on one key. A key is a list that is only ever appended to, or a
 * register that is overwritten; within a key no value is written twice.
 */
public sealed interface Operation {
  String key();

  /** Appends a value to a list. */
  record Append(String key, long value) implements Operation {
    @Override
    public String toString() {
      return "append " + key + " " + value;
    }
  }

  /** Saw a whole list. */
  record ReadList(String key, List<Long> values) implements Operation {
    private static final int SHOWN_MAX = 12;

    public ReadList {
      values = List.copyOf(values);
    }

    @Override
    public String toString() {
      int size = values.size();
      return "read "
          + key
          + " "
          + (size <= SHOWN_MAX
              ? values.toString()
              : "[.. " + (size - SHOWN_MAX) + " more, " + values.subList(size - SHOWN_MAX, size))
          + (size <= SHOWN_MAX ? "" : "]");
    }
  }

  /** Overwrites a register. */
  record Write(String key, long value) implements Operation {
    @Override
    public String toString() {
      return "write " + key + " " + value;
    }
  }

  /** Saw a register; null before the first write. */
  record Read(String key, @Nullable Long value) implements Operation {
    @Override
    public String toString() {
      return "read " + key + " " + value;
    }
  }
}
