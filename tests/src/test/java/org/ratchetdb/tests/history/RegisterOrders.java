package org.ratchetdb.tests.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.tests.history.Anomaly.Kind;
import org.ratchetdb.tests.history.TransactionRecord.Level;
import org.ratchetdb.tests.history.TransactionRecord.Outcome;

/**
 * What can be told of the order of writes to each register: a transaction that read one version and
 * wrote another put them in that order; so do commit timestamps, where they are known, and the real
 * time of calls.
 */
final class RegisterOrders extends Orders<RegisterOrders.Register> {
  private static final int INITIAL = -1;

  /** What is known of one register. */
  static final class Register {
    final String key;

    /** Transactions that wrote it. */
    final List<Integer> writers = new ArrayList<>();

    /** By the transaction that wrote the version, {@link #INITIAL} for none: who read it. */
    final Map<Integer, List<Integer>> readers = new LinkedHashMap<>();

    /** By the transaction that wrote a version: those that wrote a later one. */
    final Map<Integer, Set<Integer>> later = new TreeMap<>();

    Register(String key) {
      this.key = key;
    }
  }

  RegisterOrders(
      List<TransactionRecord> history,
      WriteIndex writes,
      boolean[] took,
      Dependencies dependencies,
      List<Anomaly> anomalies) {
    super(history, writes, took, dependencies, anomalies);
  }

  @Override
  Register unknown(String name) {
    return new Register(name);
  }

  @Override
  void judge(Register register) {
    orderByTime(register);
    findLostUpdates(register);
    draw(register);
    findLost(register);
  }

  @Override
  void collect(int reader) {
    Map<String, Boolean> written = new LinkedHashMap<>();
    Map<String, Integer> first = new LinkedHashMap<>();
    for (Operation operation : history.get(reader).operations()) {
      if (operation instanceof Operation.Write write) {
        written.put(write.key(), true);
      } else if (operation instanceof Operation.Read read
          && !written.containsKey(read.key())
          && !first.containsKey(read.key())) {
        int writer = writerOf(read.key(), read.value());
        if (writer != WriteIndex.NOBODY || read.value() == null) {
          first.put(read.key(), writer);
        }
      }
    }
    first.forEach(
        (key, version) ->
            key(key).readers.computeIfAbsent(version, v -> new ArrayList<>()).add(reader));
    written
        .keySet()
        .forEach(
            key -> {
              Register register = key(key);
              register.writers.add(reader);
              Integer version = first.get(key);
              if (version != null) {
                follow(register, version, reader);
              }
            });
  }

  private int writerOf(String key, @Nullable Long value) {
    return value == null ? INITIAL : writes.writer(key, value);
  }

  private static void follow(Register register, int version, int later) {
    register.later.computeIfAbsent(version, v -> new TreeSet<>()).add(later);
  }

  private void orderByTime(Register register) {
    List<Integer> stamped = new ArrayList<>();
    for (int writer : register.writers) {
      if (history.get(writer).commitMicros() != TransactionRecord.UNKNOWN) {
        stamped.add(writer);
      }
    }
    stamped.sort(Comparator.comparingLong(i -> history.get(i).commitMicros()));
    for (int i = 1; i < stamped.size(); i++) {
      follow(register, stamped.get(i - 1), stamped.get(i));
    }
    Dependencies.forEachInRealTime(
        register.writers, history, (first, second) -> follow(register, first, second));
    // Nothing comes before the initial version, so it is enough to say what nothing else precedes.
    Set<Integer> sources = new TreeSet<>(register.writers);
    register.later.forEach(
        (version, next) -> {
          if (version != INITIAL) {
            sources.removeAll(next);
          }
        });
    sources.forEach(source -> follow(register, INITIAL, source));
  }

  private void findLostUpdates(Register register) {
    Set<Integer> writers = new TreeSet<>(register.writers);
    register.readers.forEach(
        (version, readers) -> {
          List<Integer> both = readers.stream().filter(writers::contains).toList();
          if (both.size() > 1) {
            StringBuilder text = new StringBuilder("  all read and overwrote one version of ");
            text.append(register.key);
            both.forEach(i -> text.append("\n  ").append(history.get(i)));
            report(Kind.LOST_UPDATE, text.toString());
          }
        });
  }

  private void draw(Register register) {
    int reason = dependencies.reason(register.key);
    register.later.forEach(
        (version, next) -> {
          if (version != INITIAL) {
            next.forEach(writer -> dependencies.overwrote(version, writer, reason));
          }
        });
    register.readers.forEach(
        (version, readers) -> {
          Set<Integer> next = register.later.getOrDefault(version, Set.of());
          for (int reader : readers) {
            if (version != INITIAL) {
              dependencies.wasReadBy(version, reader, reason);
            }
            next.forEach(writer -> dependencies.missed(reader, writer, reason));
          }
        });
  }

  /** A read of nothing by a strong read that began after an acknowledged write. */
  private void findLost(Register register) {
    for (int reader : register.readers.getOrDefault(INITIAL, List.of())) {
      TransactionRecord read = history.get(reader);
      if (read.level() == Level.STALE_READ || read.outcome() != Outcome.COMMITTED) {
        continue;
      }
      for (int writer : register.writers) {
        if (history.get(writer).precedes(read)) {
          report(
              Kind.LOST_WRITE,
              "  every write to "
                  + register.key
                  + ", such as that of "
                  + history.get(writer)
                  + "\n  is gone for "
                  + read);
          return;
        }
      }
    }
  }

  // ---- for the check of timestamps

  /** Visits each read with the writer of what it saw, -1 for none, and all writers of the key. */
  void forEachRead(ReadVisitor visitor) {
    for (Register register : keys()) {
      register.readers.forEach(
          (version, readers) ->
              readers.forEach(
                  reader -> visitor.visit(register.key, reader, version, register.writers)));
    }
  }

  /** Takes a read of a register. */
  interface ReadVisitor {
    void visit(String key, int reader, int version, List<Integer> writers);
  }
}
