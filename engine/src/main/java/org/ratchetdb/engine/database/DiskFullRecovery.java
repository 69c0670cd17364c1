package org.ratchetdb.engine.database;

import java.time.Duration;
import java.util.function.Consumer;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.Scheduler;
import org.ratchetdb.storage.api.KvStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings databases back whose writes have failed for want of room: looks now and then whether there
 * is room again, and then has the store opened anew, which is what recovers it after a crash as
 * well. Until then it is left open, for it can be read. Thread-safe.
 */
final class DiskFullRecovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskFullRecovery.class);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final DatabaseFiles files;
  private final Scheduler scheduler;
  private final Consumer<String> reopening;
  private volatile boolean closed;

  /**
   * @param reopening opens the store of a database of that name again
   */
  DiskFullRecovery(DatabaseFiles files, Scheduler scheduler, Consumer<String> reopening) {
    this.files = files;
    this.scheduler = scheduler;
    this.reopening = reopening;
  }

  /** Watches a store from now on; returns it. */
  KvStore watched(String name, KvStore store) {
    store.setWriteFailureListener(
        failure -> {
          if (failure instanceof DbException e && e.code() == ErrorCode.DISK_FULL) {
            look(name);
          }
        });
    return store;
  }

  private void look(String name) {
    if (!closed) {
      scheduler.schedule(LOOK, () -> recover(name));
    }
  }

  private void recover(String name) {
    if (closed) {
      return;
    }
    try {
      if (!files.hasRoom(name)) {
        look(name);
        return;
      }
      reopening.accept(name);
      LOG.info("Database {} takes writes again, as the disk has room", name);
    } catch (DbException e) {
      boolean gone = e.code() == ErrorCode.DATABASE_NOT_FOUND || e.code() == ErrorCode.CORRUPT_DATA;
      if (gone || closed) {
        LOG.warn("Database {} could not be opened again: {}", name, e.message());
        return;
      }
      LOG.warn("Database {} could not be opened again yet: {}", name, e.message());
      look(name);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
