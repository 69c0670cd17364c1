package org.ratchetdb.executor.context;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.storage.api.KvTransaction;

/**
 * What the statements of one transaction have written so far, beyond the writes themselves: how
 * many mutations they count as, and which columns hold a commit timestamp that is not known yet.
 * Goes back with the transaction's savepoints. Owned by the transaction's thread.
 */
public final class WriteAccount {
  /** Mutations of one statement, and of one commit. */
  public static final long MUTATIONS_MAX = 80_000;

  /** Bytes of keys and values of one commit. */
  public static final long BYTES_MAX = 100L << 20;

  private long mutations;
  private long statementMutations;

  /** Names of columns with pending commit timestamps, by table and column id. */
  private final Map<Long, String> pending = new LinkedHashMap<>(0);

  /** Begins a statement, which has made a savepoint. */
  public void beginStatement(KvTransaction transaction) {
    long before = mutations;
    statementMutations = 0;
    transaction.onRollbackTo(() -> mutations = before);
  }

  /** Counts mutations of the statement; fails when it has too many. */
  public void count(long more) {
    mutations += more;
    statementMutations += more;
    if (statementMutations > MUTATIONS_MAX) {
      throw tooMany(statementMutations);
    }
  }

  /** Fails when the writes of the transaction have become too large to commit. */
  public void checkBytes(KvTransaction transaction) {
    long bytes = transaction.bufferedBytes();
    if (bytes > BYTES_MAX) {
      throw new DbException(
              ErrorCode.LIMIT_EXCEEDED,
              "The transaction exceeds the maximum total bytes-size that can be handled by Spanner."
                  + " Please reduce the size or number of the writes, or use fewer indexes."
                  + " (Maximum size: "
                  + BYTES_MAX
                  + ")")
          .with("bytes", bytes);
    }
  }

  /** Fails when the transaction has too many mutations to commit. */
  public void checkCommit(KvTransaction transaction) {
    if (mutations > MUTATIONS_MAX) {
      throw tooMany(mutations);
    }
    checkBytes(transaction);
  }

  private static DbException tooMany(long count) {
    return new DbException(
            ErrorCode.LIMIT_EXCEEDED,
            "The transaction contains too many mutations. Insert and update operations count with"
                + " the multiplicity of the number of columns they affect. For example, inserting"
                + " values into one key column and four non-key columns count as five mutations"
                + " total for the insert. Delete and delete range operations count as one mutation"
                + " regardless of the number of columns affected. The total mutation count includes"
                + " any changes to indexes that the transaction generates. Please reduce the number"
                + " of writes, or use fewer indexes. (Maximum number: "
                + MUTATIONS_MAX
                + ")")
        .with("mutations", count);
  }

  /** Mutations so far, as they are told after a commit. */
  public long mutations() {
    return mutations;
  }

  /** Notes that a column holds a pending commit timestamp in some row. */
  public void notePending(KvTransaction transaction, int tableId, int columnId, String name) {
    long key = key(tableId, columnId);
    if (pending.putIfAbsent(key, name) == null) {
      transaction.onRollbackTo(() -> pending.remove(key));
    }
  }

  public boolean hasPending() {
    return !pending.isEmpty();
  }

  /** Fails when a column of the table holds a pending commit timestamp. */
  public void requireReadable(int tableId) {
    for (Map.Entry<Long, String> entry : pending.entrySet()) {
      if (entry.getKey() >>> Integer.SIZE == tableId) {
        throw unreadable(entry.getValue());
      }
    }
  }

  /** Fails when the column holds a pending commit timestamp. */
  public void requireReadable(int tableId, int columnId) {
    @Nullable String name = pending.get(key(tableId, columnId));
    if (name != null) {
      throw unreadable(name);
    }
  }

  private static DbException unreadable(String column) {
    return new DbException(
            ErrorCode.INVALID_ARGUMENT,
            column
                + " cannot be accessed because it, or its associated index, has a pending"
                + " CommitTimestamp")
        .hint("Commit first, or read before the commit timestamp is written.");
  }

  private static long key(int tableId, int columnId) {
    return ((long) tableId << Integer.SIZE) | columnId;
  }
}
