package org.ratchetdb.engine.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.IndexState;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.store.SchemaCodec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;

/**
 * Makes the schema of a timestamp the current one, in a store whose rows have been taken back to it
 * and that nobody uses yet.
 *
 * <ul>
 *   <li>Objects dropped since live again: their rows are still there, since they are kept as long
 *       as anybody can read at a time when they lived; only the note to remove them goes.
 *   <li>Objects created since are gone with their rows, but their ids are not given out again.
 *   <li>A backfill that was under way begins anew; what it had done by then stays as it was.
 * </ul>
 */
public final class CatalogRewind {
  private final KvStore store;
  private final CommitTimestamp timestamp;
  private final JobStore jobs;

  public CatalogRewind(KvStore store, CommitTimestamp timestamp) {
    this.store = store;
    this.timestamp = timestamp;
    this.jobs = new JobStore(store);
  }

  /** Rewinds, and returns the schema of the timestamp. */
  public Schema run() {
    Schema current = SchemaStore.open(store, null).current();
    Schema target = current.since().compareTo(timestamp) <= 0 ? current : olderThan(current);
    requireRows(target, current);
    Schema next =
        new Schema(
            target.dialect(),
            target.version(),
            target.since(),
            Math.max(target.nextObjectId(), current.nextObjectId()),
            target.tables(),
            target.indexes(),
            target.sequences(),
            target.options());
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      transaction.putMeta(MetaKeys.CURRENT_SCHEMA, SchemaCodec.encode(next));
      youngerThan(target).forEach(key -> transaction.putMeta(key, null));
      for (JobStore.Garbage garbage : jobs.garbage()) {
        if (lives(target, garbage) || garbage.objectId() >= target.nextObjectId()) {
          transaction.putMeta(MetaKeys.garbage(garbage.objectId()), null);
        }
      }
      restartBackfill(transaction, target);
      transaction.commit();
    }
    return next;
  }

  private Schema olderThan(Schema current) {
    List<Schema> found = new ArrayList<>();
    Key bound = MetaKeys.history(timestamp);
    store.scanMeta(
        MetaKeys.historyRange(),
        (key, value) -> {
          if (key.compareTo(bound) <= 0) {
            found.add(SchemaCodec.decode(value));
          }
        });
    if (found.isEmpty()) {
      throw new DbException(
              ErrorCode.FAILED_PRECONDITION, "The schema of that time is not known any more")
          .with("currentSince", current.since().micros());
    }
    return found.get(found.size() - 1);
  }

  /** A retention that was shorter when they were dropped may have let their rows go since. */
  private void requireRows(Schema target, Schema current) {
    Set<Integer> kept =
        jobs.garbage().stream().map(JobStore.Garbage::objectId).collect(Collectors.toSet());
    for (Table table : target.tables()) {
      if (!current.hasTable(table.id()) && !kept.contains(table.id())) {
        throw rowsAreGone("table " + table.name());
      }
    }
    for (Index index : target.indexes()) {
      boolean complete = index.state() == IndexState.READ_WRITE;
      if (complete && !current.hasIndex(index.id()) && !kept.contains(index.id())) {
        throw rowsAreGone("index " + index.name());
      }
    }
  }

  private static DbException rowsAreGone(String object) {
    return new DbException(
            ErrorCode.FAILED_PRECONDITION,
            "What " + object + " held at that time has been removed since")
        .hint("Choose a later timestamp, or restore a backup.");
  }

  /** Records of schemas that were replaced after the target began. */
  private List<Key> youngerThan(Schema target) {
    List<Key> younger = new ArrayList<>();
    Key bound = MetaKeys.history(target.since());
    store.scanMeta(
        MetaKeys.historyRange(),
        (key, value) -> {
          if (key.compareTo(bound) >= 0) {
            younger.add(key);
          }
        });
    return younger;
  }

  private static boolean lives(Schema schema, JobStore.Garbage garbage) {
    return garbage.index()
        ? schema.hasIndex(garbage.objectId())
        : schema.hasTable(garbage.objectId());
  }

  private void restartBackfill(KvTransaction transaction, Schema target) {
    @Nullable Index unfinished =
        target.indexes().stream()
            .filter(index -> index.state() == IndexState.WRITE_ONLY)
            .findFirst()
            .orElse(null);
    if (unfinished == null) {
      jobs.removeBackfill(transaction);
    } else {
      jobs.putBackfill(
          transaction, new JobStore.Backfill(unfinished.id(), null, 0, timestamp.micros()));
    }
  }
}
