package org.ratchetdb.engine.ddl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.concurrent.Threads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.executor.write.IndexFiller;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.Priority;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * Fills a WRITE_ONLY index. Row keys come from views without locks; each chunk is one transaction
 * that locks and re-reads its rows and stores how far it came. Rows that appear later are the
 * writers' care, who have known the index since before the first view. Used once, by one thread.
 */
final class IndexBackfill {
  private static final int CHUNK_ROWS = 500;

  /** Entries of other objects looked at for one chunk before the view is renewed. */
  private static final long CHUNK_STEPS_MAX = 100_000;

  private static final int ATTEMPTS_MAX = 1_000;

  private final KvStore store;
  private final JobStore jobs;
  private final TableRows rows;
  private final IndexFiller filler;
  private final Threads threads;
  private volatile JobStore.Backfill state;

  IndexBackfill(
      KvStore store,
      JobStore jobs,
      Schema schema,
      Index index,
      JobStore.Backfill state,
      Threads threads) {
    Table table = schema.table(index.tableId());
    this.store = store;
    this.jobs = jobs;
    this.rows = new TableRows(schema, table, null, List.of());
    this.filler = new IndexFiller(schema, table, index);
    this.state = state;
    this.threads = threads;
  }

  JobStore.Backfill state() {
    return state;
  }

  /** Runs to the end of the table. */
  void run(JobControl control) {
    @Nullable Key after = state.progress();
    boolean atEnd = false;
    while (!atEnd) {
      control.check();
      threads.step("ddl.chunk");
      List<Key> chunk = new ArrayList<>(CHUNK_ROWS);
      try (ReadView view = store.readAt(ReadBound.STRONG)) {
        atEnd =
            rows.forEach(
                view,
                after,
                CHUNK_STEPS_MAX,
                (key, columns) -> {
                  chunk.add(key);
                  return chunk.size() < CHUNK_ROWS;
                });
      }
      if (!chunk.isEmpty()) {
        after = chunk.get(chunk.size() - 1);
        fill(chunk, state.advanced(after, chunk.size()), control);
      } else if (!atEnd) {
        // Nothing but foreign rows so far: look at the whole stretch at once.
        after = nextRow(after);
        atEnd = after == null;
        if (after != null) {
          fill(List.of(after), state.advanced(after, 1), control);
        }
      }
    }
  }

  private @Nullable Key nextRow(@Nullable Key after) {
    List<Key> found = new ArrayList<>(1);
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      rows.forEach(
          view,
          after,
          Long.MAX_VALUE,
          (key, columns) -> {
            found.add(key);
            return false;
          });
    }
    return found.isEmpty() ? null : found.get(0);
  }

  private void fill(List<Key> chunk, JobStore.Backfill next, JobControl control) {
    long age = 0;
    for (int attempt = 1; ; attempt++) {
      control.check();
      TransactionOptions options = TransactionOptions.DEFAULT.withAge(age);
      try (KvTransaction transaction = store.begin(options)) {
        age = transaction.age();
        control.onCancel(transaction::cancel);
        for (Key key : chunk) {
          filler.add(transaction, key);
        }
        jobs.putBackfill(transaction, next);
        // Work in the background, behind the statements of users.
        transaction.commit(CommitOptions.DEFAULT.withPriority(Priority.LOW));
        state = next;
        threads.step("ddl.chunk-done");
        return;
      } catch (DbException e) {
        // Wounded by an older transaction: the next attempt keeps its age and so gets its turn.
        if (e.code() != ErrorCode.TRANSACTION_ABORTED || attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }
}
