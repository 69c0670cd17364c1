package org.ratchetdb.tests.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** Who wrote which value of which key. Values of a key are unique, which is checked here. */
final class WriteIndex {
  static final int NOBODY = -1;

  private final Map<String, Map<Long, Integer>> writers = new HashMap<>();

  static WriteIndex of(List<TransactionRecord> history) {
    WriteIndex index = new WriteIndex();
    for (int i = 0; i < history.size(); i++) {
      for (Operation operation : history.get(i).operations()) {
        if (operation instanceof Operation.Append append) {
          index.add(append.key(), append.value(), i);
        } else if (operation instanceof Operation.Write write) {
          index.add(write.key(), write.value(), i);
        }
      }
    }
    return index;
  }

  private void add(String key, long value, int writer) {
    Integer other = writers.computeIfAbsent(key, k -> new HashMap<>()).put(value, writer);
    if (other != null) {
      throw new IllegalArgumentException(
          "The workload wrote " + value + " to " + key + " twice, so nothing can be told");
    }
  }

  /** The transaction that wrote the value, or {@link #NOBODY}. */
  int writer(String key, long value) {
    Map<Long, Integer> ofKey = writers.get(key);
    Integer writer = ofKey == null ? null : ofKey.get(value);
    return writer == null ? NOBODY : writer;
  }

  /** Visits the writers of all values that a transaction has seen. */
  void forEachSeen(TransactionRecord reader, IntConsumer visitor) {
    for (Operation operation : reader.operations()) {
      if (operation instanceof Operation.ReadList read) {
        for (long value : read.values()) {
          visit(read.key(), value, visitor);
        }
      } else if (operation instanceof Operation.Read read && read.value() != null) {
        visit(read.key(), read.value(), visitor);
      }
    }
  }

  private void visit(String key, long value, IntConsumer visitor) {
    int writer = writer(key, value);
    if (writer != NOBODY) {
      visitor.accept(writer);
    }
  }
}
