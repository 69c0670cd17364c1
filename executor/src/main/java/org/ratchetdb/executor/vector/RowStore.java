package org.ratchetdb.executor.vector;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;

/**
 * Rows kept in memory, as batches of {@link Batch#ROWS_MAX}; a row is addressed by its number.
 * Owned by one thread.
 */
public final class RowStore {
  private static final int CHUNK_SHIFT = 10;
  private static final int CHUNK_MASK = Batch.ROWS_MAX - 1;

  private final List<SqlType> types;
  private final List<Batch> chunks = new ArrayList<>();
  private long closedBytes;
  private int size;

  public RowStore(List<SqlType> types) {
    this.types = List.copyOf(types);
  }

  public List<SqlType> types() {
    return types;
  }

  /** Rows in it. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Copies a row in and returns its number. */
  public int add(Batch source, int sourceRow) {
    int inChunk = size & CHUNK_MASK;
    Batch chunk;
    if (inChunk == 0) {
      if (!chunks.isEmpty()) {
        closedBytes += chunks.get(chunks.size() - 1).memoryBytes();
      }
      chunk = Batch.create(types, Batch.ROWS_FIRST);
      chunks.add(chunk);
    } else {
      chunk = chunks.get(chunks.size() - 1);
    }
    if (inChunk >= Batch.ROWS_FIRST && (inChunk & (inChunk - 1)) == 0) {
      for (int c = 0; c < types.size(); c++) {
        chunk.column(c).ensureCapacity(2 * inChunk);
      }
    }
    chunk.append(source, sourceRow);
    if (size == Integer.MAX_VALUE) {
      // Rows without columns cost no memory that would be noticed before.
      throw new DbException(ErrorCode.OUT_OF_MEMORY, "Too many rows to keep for a join or a sort");
    }
    return size++;
  }

  /** Copies all rows that count. */
  public void addAll(Batch source) {
    for (int k = 0; k < source.size(); k++) {
      add(source, source.row(k));
    }
  }

  /** The batch that holds a row. */
  public Batch batchOf(int row) {
    return chunks.get(row >>> CHUNK_SHIFT);
  }

  /** Position of a row in its batch. */
  public static int positionOf(int row) {
    return row & CHUNK_MASK;
  }

  public int chunkCount() {
    return chunks.size();
  }

  public Batch chunk(int i) {
    return chunks.get(i);
  }

  /** Bytes of heap that it holds. */
  public long memoryBytes() {
    return chunks.isEmpty() ? 0 : closedBytes + chunks.get(chunks.size() - 1).memoryBytes();
  }

  public void clear() {
    chunks.clear();
    closedBytes = 0;
    size = 0;
  }
}
