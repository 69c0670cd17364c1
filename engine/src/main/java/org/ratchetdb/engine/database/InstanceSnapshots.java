package org.ratchetdb.engine.database;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.Snapshot;

/** The snapshots of an instance. Thread-safe. */
final class InstanceSnapshots {
  private final DatabaseFiles files;

  /** Guards the fields below; held for moments only. */
  private final Lock lock;

  private final TreeMap<String, Snapshot> snapshots = new TreeMap<>();

  /** Names of those that somebody makes or drops. */
  private final Set<String> busy = new HashSet<>();

  /** Names of those that are being copied, once for each copy. */
  private final List<String> read = new ArrayList<>();

  InstanceSnapshots(DatabaseFiles files, Threads threads) {
    this.files = files;
    this.lock = threads.newLock();
  }

  /** Takes what is there. */
  void open() {
    List<Snapshot> existing = files.existingSnapshots();
    lock.lock();
    try {
      existing.forEach(snapshot -> snapshots.put(snapshot.name(), snapshot));
    } finally {
      lock.unlock();
    }
  }

  List<Snapshot> all() {
    lock.lock();
    try {
      return new ArrayList<>(snapshots.values());
    } finally {
      lock.unlock();
    }
  }

  Snapshot create(String name, RatchetDatabase origin) {
    reserve(name);
    try {
      Snapshot snapshot = files.createSnapshot(name, origin, origin.context().store());
      lock.lock();
      try {
        snapshots.put(name, snapshot);
      } finally {
        lock.unlock();
      }
      return snapshot;
    } finally {
      release(name);
    }
  }

  private void reserve(String name) {
    lock.lock();
    try {
      if (snapshots.containsKey(name) || !busy.add(name)) {
        throw new DbException(
            ErrorCode.SNAPSHOT_ALREADY_EXISTS, "snapshot \"" + name + "\" already exists");
      }
    } finally {
      lock.unlock();
    }
  }

  private void release(String name) {
    lock.lock();
    try {
      busy.remove(name);
    } finally {
      lock.unlock();
    }
  }

  void drop(String name) {
    lock.lock();
    try {
      if (read.contains(name)) {
        throw new DbException(
            ErrorCode.OBJECT_IN_USE, "snapshot \"" + name + "\" is being read by another session");
      }
      if (snapshots.remove(name) == null) {
        throw DatabaseNames.snapshotNotFound(name);
      }
      busy.add(name);
    } finally {
      lock.unlock();
    }
    try {
      files.deleteSnapshot(name);
    } finally {
      release(name);
    }
  }

  /** Runs work with a snapshot that nobody drops meanwhile. */
  void with(String name, Consumer<Snapshot> work) {
    Snapshot snapshot;
    lock.lock();
    try {
      snapshot = snapshots.get(name);
      if (snapshot == null) {
        throw DatabaseNames.snapshotNotFound(name);
      }
      read.add(name);
    } finally {
      lock.unlock();
    }
    try {
      work.accept(snapshot);
    } finally {
      lock.lock();
      try {
        read.remove(name);
      } finally {
        lock.unlock();
      }
    }
  }
}
