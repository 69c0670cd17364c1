package org.ratchetdb.tests.history;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What can be told of the order of writes, key by key, from the transactions that took effect.
 *
 * @param <K> what is known of one key
 */
abstract class Orders<K> {
  final List<TransactionRecord> history;
  final WriteIndex writes;
  final Dependencies dependencies;
  private final boolean[] took;
  private final List<Anomaly> anomalies;
  private final Map<String, K> keys = new HashMap<>();

  Orders(
      List<TransactionRecord> history,
      WriteIndex writes,
      boolean[] took,
      Dependencies dependencies,
      List<Anomaly> anomalies) {
    this.history = history;
    this.writes = writes;
    this.took = took;
    this.dependencies = dependencies;
    this.anomalies = anomalies;
  }

  /** Draws dependencies, and reports what no order explains. */
  final void run() {
    for (int i = 0; i < history.size(); i++) {
      if (took[i]) {
        collect(i);
      }
    }
    keys.values().forEach(this::judge);
  }

  /** Notes what a transaction did. */
  abstract void collect(int transaction);

  /** Looks at a key of which everything is known. */
  abstract void judge(K key);

  /** What is known of a key of which nothing is known yet. */
  abstract K unknown(String name);

  final K key(String name) {
    return keys.computeIfAbsent(name, this::unknown);
  }

  final Collection<K> keys() {
    return keys.values();
  }

  final void report(Anomaly.Kind kind, String what) {
    anomalies.add(new Anomaly(kind, what));
  }
}
