package org.ratchetdb.jdbc.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.api.Instance;

/**
 * The instances that are open in this process (more exactly: through this class, so once per class
 * loader), each with the number of its connections. The last connection closes its instance, unless
 * one of them asked to keep it open; whatever is open when Java ends is closed then. Thread-safe.
 */
final class InstanceRegistry {
  /** One open instance. Guarded by the registry's lock. */
  private static final class Entry {
    final Instance instance;
    int connections;
    boolean keepOpen;

    Entry(Instance instance) {
      this.instance = instance;
    }
  }

  /** A connection's share of an instance. */
  final class Handle {
    private final Object key;
    private final Entry entry;
    private final AtomicBoolean released = new AtomicBoolean();

    private Handle(Object key, Entry entry) {
      this.key = key;
      this.entry = entry;
    }

    Instance instance() {
      return entry.instance;
    }

    /** Gives the share back; the last one closes the instance. Safe to repeat. */
    void release() {
      if (!released.compareAndSet(false, true)) {
        return;
      }
      lock.lock();
      try {
        entry.connections--;
        if (entry.connections == 0 && !entry.keepOpen && open.get(key) == entry) {
          open.remove(key);
          // Under the lock: whoever opens the same directory must find it closed.
          entry.instance.close();
        }
        removeHookIfIdle();
      } finally {
        lock.unlock();
      }
    }
  }

  private final ReentrantLock lock = new ReentrantLock();

  /** By directory, by {@code mem:name}, or by an object of its own for a nameless one. */
  private final Map<Object, Entry> open = new HashMap<>();

  private @Nullable Thread hook;

  Handle memory(String name, boolean keepOpen, Supplier<Instance> opener) {
    return share(name.isEmpty() ? new Object() : "mem:" + name, keepOpen, opener);
  }

  Handle directory(Path directory, boolean keepOpen, Supplier<Instance> opener) {
    return share(directory, keepOpen, opener);
  }

  private Handle share(Object key, boolean keepOpen, Supplier<Instance> opener) {
    lock.lock();
    try {
      Entry entry = open.get(key);
      if (entry == null) {
        entry = new Entry(opener.get());
        open.put(key, entry);
        addHook();
      }
      entry.connections++;
      entry.keepOpen |= keepOpen;
      return new Handle(key, entry);
    } finally {
      lock.unlock();
    }
  }

  private void addHook() {
    if (hook == null) {
      Thread thread = new Thread(this::closeAll, "ratchet-close");
      try {
        Runtime.getRuntime().addShutdownHook(thread);
        hook = thread;
      } catch (IllegalStateException e) {
        // Java is ending: the hook has run or runs, and acknowledged commits are on disk already.
        hook = null;
      }
    }
  }

  /** The hook would keep this class loader alive for nothing. */
  private void removeHookIfIdle() {
    Thread thread = hook;
    if (thread != null && open.isEmpty()) {
      try {
        Runtime.getRuntime().removeShutdownHook(thread);
        hook = null;
      } catch (IllegalStateException e) {
        // Java is ending: the hook finds nothing to close.
        hook = null;
      }
    }
  }

  private void closeAll() {
    lock.lock();
    try {
      List<Entry> entries = new ArrayList<>(open.values());
      open.clear();
      for (Entry entry : entries) {
        entry.instance.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
