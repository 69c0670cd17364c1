package org.ratchetdb.engine.ddl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * Removes the rows of dropped tables and the entries of dropped indexes once nobody can read the
 * schema that knew them: when the oldest readable timestamp has passed their end, whatever the
 * retention was when they were dropped. Object ids are never used again, so leftovers cannot be
 * taken for anything else, and a cleanup that was interrupted can start over. Thread-safe through
 * its caller.
 */
final class StorageCleanup {
  private static final int CHUNK_ROWS = 1_000;

  private final KvStore store;
  private final SchemaStore schemas;
  private final JobStore jobs;
  private final Threads threads;

  StorageCleanup(KvStore store, SchemaStore schemas, JobStore jobs, Threads threads) {
    this.store = store;
    this.schemas = schemas;
    this.jobs = jobs;
    this.threads = threads;
  }

  /** Removes what is due. */
  void run(JobControl control) {
    List<JobStore.Garbage> all = jobs.garbage();
    if (all.isEmpty()) {
      return;
    }
    CommitTimestamp oldest = store.oldestReadableTimestamp();
    for (JobStore.Garbage garbage : all) {
      if (garbage.unread() || schemas.endOf(garbage.schema()).compareTo(oldest) <= 0) {
        control.check();
        threads.step("ddl.remove");
        remove(garbage, control);
        threads.step("ddl.removed");
        jobs.removeGarbage(garbage.objectId());
      }
    }
  }

  private void remove(JobStore.Garbage garbage, JobControl control) {
    Schema schema = garbage.schema();
    Index index = garbage.index() ? schema.index(garbage.objectId()) : null;
    Table table = schema.table(index == null ? garbage.objectId() : index.tableId());
    TableRows rows = new TableRows(schema, table, index, List.of());
    if (rows.ownsRange()) {
      store.dropRange(rows.range());
    } else {
      deleteOneByOne(rows, control);
    }
  }

  /** Keys that lie between those of other objects. */
  private void deleteOneByOne(TableRows rows, JobControl control) {
    @Nullable Key after = null;
    boolean atEnd = false;
    while (!atEnd) {
      control.check();
      List<Key> chunk = new ArrayList<>(CHUNK_ROWS);
      try (ReadView view = store.readAt(ReadBound.STRONG)) {
        atEnd =
            rows.forEach(
                view,
                after,
                Long.MAX_VALUE,
                (key, columns) -> {
                  chunk.add(key);
                  return chunk.size() < CHUNK_ROWS;
                });
      }
      if (!chunk.isEmpty()) {
        after = chunk.get(chunk.size() - 1);
        // Nobody else touches these keys, so nobody can wound this transaction.
        try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
          chunk.forEach(transaction::delete);
          // Work in the background, behind the statements of users.
          transaction.commit(CommitOptions.DEFAULT.withPriority(Priority.LOW));
        }
      }
    }
  }
}
