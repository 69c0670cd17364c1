package org.ratchetdb.pgwire.session;

import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds the connection that a CancelRequest means. Thread-safe. */
public final class CancelRegistry {
  private static final class Entry {
    final byte[] secret;
    final Runnable cancel;

    Entry(byte[] secret, Runnable cancel) {
      this.secret = secret.clone();
      this.cancel = cancel;
    }
  }

  private final Map<Integer, Entry> byProcessId = new ConcurrentHashMap<>();

  /** A process id that is in use already keeps its owner; ids of open sessions are unique. */
  void register(int processId, byte[] secret, Runnable cancel) {
    byProcessId.putIfAbsent(processId, new Entry(secret, cancel));
  }

  void unregister(int processId) {
    byProcessId.remove(processId);
  }

  /** Cancels what the connection runs; a wrong secret does nothing and says nothing. */
  void cancel(int processId, byte[] secret) {
    Entry entry = byProcessId.get(processId);
    if (entry != null && MessageDigest.isEqual(entry.secret, secret)) {
      entry.cancel.run();
    }
  }
}
