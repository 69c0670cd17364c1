package org.ratchetdb.storage.api;

/**
 * Hears of every wait for a lock once it has ended, for the lock statistics tables. Called by the
 * thread that waited, outside all internal locks; must neither block nor throw.
 */
@FunctionalInterface
public interface LockWaitListener {
  LockWaitListener NONE = wait -> {};

  void waited(LockWait wait);
}
