package org.ratchetdb.executor.operator;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.executor.profile.OperatorProfile;
import org.ratchetdb.executor.row.ByteWriter;
import org.ratchetdb.executor.row.CellCodec;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/**
 * Rows on disk that did not fit in memory: written once, then read in the same order. Deleted when
 * closed.
 *
 * <pre>
 *   file    block*
 *   block   rows (4 bytes), bytes (4 bytes), then column by column, row by row:
 *           0 for NULL | length + 1 (4 bytes) and the cell as in a stored row
 * </pre>
 */
final class SpillFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;

  private final Path path;
  private final List<SqlType> types;
  private final Batch pending;
  private final ByteWriter block = new ByteWriter(4096);
  private @Nullable DataOutputStream output;
  private @Nullable DataInputStream input;
  private final @Nullable OperatorProfile profile;
  private long rows;

  /** Of the operator at work in the execution. */
  SpillFile(ExecutionContext context, List<SqlType> types) {
    Path directory = context.spillDirectory();
    ExecutionProfile execution = context.profile();
    this.profile = execution == null ? null : execution.current();
    this.types = types;
    this.pending = Batch.create(types, Batch.ROWS_FIRST);
    try {
      Files.createDirectories(directory);
      this.path = Files.createTempFile(directory, "spill", ".tmp");
      this.output =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER_BYTES));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static DbException failed(IOException e) {
    return new DbException(ErrorCode.IO_ERROR, "Cannot use a temporary file of a query", e);
  }

  /** Rows written so far. */
  long rowCount() {
    return rows;
  }

  void write(Batch source, int row) {
    if (pending.rowCount() == Batch.ROWS_MAX) {
      writeBlock();
    }
    int at = pending.rowCount();
    if (at >= Batch.ROWS_FIRST && (at & (at - 1)) == 0) {
      for (int c = 0; c < types.size(); c++) {
        pending.column(c).ensureCapacity(Math.min(Batch.ROWS_MAX, 2 * at));
      }
    }
    pending.append(source, row);
    rows++;
  }

  private void writeBlock() {
    DataOutputStream out = output;
    if (out == null) {
      throw new IllegalStateException("Written after it was read");
    }
    int count = pending.rowCount();
    block.reset();
    ByteWriter cell = new ByteWriter(64);
    for (int c = 0; c < types.size(); c++) {
      ColumnVector column = pending.column(c);
      for (int row = 0; row < count; row++) {
        if (column.isNull(row)) {
          block.putBigEndian(0, 4);
        } else {
          cell.reset();
          CellCodec.write(cell, column, row);
          block.putBigEndian(cell.length() + 1L, 4);
          block.putBytes(cell.array(), 0, cell.length());
        }
      }
    }
    try {
      out.writeInt(count);
      out.writeInt(block.length());
      out.write(block.array(), 0, block.length());
    } catch (IOException e) {
      throw failed(e);
    }
    if (profile != null) {
      profile.spilled(2 * Integer.BYTES + (long) block.length());
    }
    pending.prepare(Batch.ROWS_MAX);
  }

  /** Ends writing and stands before the first row. */
  void rewind() {
    try {
      DataOutputStream out = output;
      if (out != null) {
        if (pending.rowCount() > 0) {
          writeBlock();
        }
        out.close();
        output = null;
      }
      if (input != null) {
        input.close();
      }
      input =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Reads the next block into the batch, whose columns have the types; false at the end. */
  boolean read(Batch into) {
    DataInputStream in = input;
    if (in == null) {
      throw new IllegalStateException("Read before rewind");
    }
    try {
      int count;
      try {
        count = in.readInt();
      } catch (java.io.EOFException e) {
        return false;
      }
      byte[] bytes = in.readNBytes(in.readInt());
      into.prepare(count);
      int at = 0;
      for (int c = 0; c < types.size(); c++) {
        ColumnVector column = into.column(c);
        for (int row = 0; row < count; row++) {
          int length = intAt(bytes, at) - 1;
          at += 4;
          if (length < 0) {
            column.setNull(row);
          } else {
            CellCodec.read(bytes, at, length, column, row);
            at += length;
          }
        }
      }
      into.setRowCount(count);
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static int intAt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  List<SqlType> types() {
    return types;
  }

  @Override
  public void close() {
    try {
      if (output != null) {
        output.close();
        output = null;
      }
      if (input != null) {
        input.close();
        input = null;
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
