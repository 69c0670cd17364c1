package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * The order of appends to each list is that of the longest read; every other read must be a
 * beginning of it.
 */
final class ListOrders extends Orders<ListOrders.ListKey> {
  /** What is known of one list. */
  static final class ListKey {
    final String key;
    List<Long> order = List.of();
    int longestReader = -1;
    final List<View> views = new ArrayList<>();
    final List<Integer> appenders = new ArrayList<>();

    ListKey(String key) {
      this.key = key;
    }
  }

  /**
   * One read without what the reader itself had appended.
   *
   * @param length elements of others
   */
  record View(int reader, List<Long> values, int length) {}

  ListOrders(
      List<TransactionRecord> history,
      WriteIndex writes,
      boolean[] took,
      Dependencies dependencies,
      List<Anomaly> anomalies) {
    super(history, writes, took, dependencies, anomalies);
  }

  @Override
  ListKey unknown(String name) {
    return new ListKey(name);
  }

  @Override
  void collect(int transaction) {
    Set<String> appended = new HashSet<>();
    for (Operation operation : history.get(transaction).operations()) {
      if (operation instanceof Operation.Append append) {
        if (appended.add(append.key())) {
          key(append.key()).appenders.add(transaction);
        }
      } else if (operation instanceof Operation.ReadList read) {
        view(key(read.key()), transaction, read);
      }
    }
  }

  @Override
  void judge(ListKey key) {
    draw(key);
    findLost(key);
  }

  private void view(ListKey key, int reader, Operation.ReadList read) {
    int length = read.values().size();
    while (length > 0 && writes.writer(key.key, read.values().get(length - 1)) == reader) {
      length--;
    }
    key.views.add(new View(reader, read.values(), length));
    if (history.get(reader).outcome() == Outcome.COMMITTED
        && read.values().size() > key.order.size()) {
      key.order = read.values();
      key.longestReader = reader;
    }
  }

  private void draw(ListKey key) {
    int reason = dependencies.reason(key.key);
    for (int i = 1; i < key.order.size(); i++) {
      int first = writer(key, i - 1);
      int second = writer(key, i);
      if (first != WriteIndex.NOBODY && second != WriteIndex.NOBODY) {
        dependencies.overwrote(first, second, reason);
      }
    }
    for (View view : key.views) {
      if (!isPrefix(view.values(), key.order)) {
        report(
            Kind.INCOMPATIBLE_ORDER,
            "  "
                + key.key
                + "\n  "
                + history.get(view.reader())
                + "\n  "
                + history.get(key.longestReader));
        continue;
      }
      if (view.length() > 0) {
        int last = writer(key, view.length() - 1);
        if (last != WriteIndex.NOBODY) {
          dependencies.wasReadBy(last, view.reader(), reason);
        }
      }
      if (view.length() < key.order.size()) {
        int next = writer(key, view.length());
        if (next != WriteIndex.NOBODY) {
          dependencies.missed(view.reader(), next, reason);
        }
      }
    }
  }

  private int writer(ListKey key, int position) {
    return writes.writer(key.key, key.order.get(position));
  }

  private static boolean isPrefix(List<Long> values, List<Long> order) {
    return values.size() <= order.size() && order.subList(0, values.size()).equals(values);
  }

  /** Appends acknowledged before the last strong read began must be in some read. */
  private void findLost(ListKey key) {
    int last = -1;
    for (View view : key.views) {
      TransactionRecord reader = history.get(view.reader());
      if (reader.outcome() == Outcome.COMMITTED
          && reader.level() != Level.STALE_READ
          && (last < 0 || reader.invokedNanos() > history.get(last).invokedNanos())) {
        last = view.reader();
      }
    }
    if (last < 0) {
      return;
    }
    Set<Long> present = new HashSet<>(key.order);
    for (int appender : key.appenders) {
      if (!history.get(appender).precedes(history.get(last))) {
        continue;
      }
      for (Operation operation : history.get(appender).operations()) {
        if (operation instanceof Operation.Append append
            && append.key().equals(key.key)
            && !present.contains(append.value())) {
          report(
              Kind.LOST_WRITE,
              "  "
                  + append
                  + "\n  of "
                  + history.get(appender)
                  + "\n  is not in "
                  + history.get(last));
        }
      }
    }
  }

  // ---- for the check of timestamps

  /** Visits each read with the writers of its last element and of the next; -1 for none. */
  void forEachView(ViewVisitor visitor) {
    for (ListKey key : keys()) {
      for (View view : key.views) {
        if (isPrefix(view.values(), key.order)) {
          int length = view.length();
          int last = length == 0 ? -1 : writer(key, length - 1);
          int next = length == key.order.size() ? -1 : writer(key, length);
          visitor.visit(key.key, view.reader(), last, next);
        }
      }
    }
  }

  /** Visits neighbours in the orders of lists. */
  void forEachNeighbours(ViewVisitor visitor) {
    for (ListKey key : keys()) {
      for (int i = 1; i < key.order.size(); i++) {
        visitor.visit(key.key, -1, writer(key, i - 1), writer(key, i));
      }
    }
  }

  /** Takes a read: who wrote the newest that it saw, and the first that it did not see. */
  interface ViewVisitor {
    void visit(String key, int reader, int last, int next);
  }
}
