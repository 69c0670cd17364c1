package org.ratchetdb.pgwire.session;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.StatementResult;

/**
 * Rows and CommandComplete of one result. With a row limit it stops with PortalSuspended and goes
 * on when it is asked for more.
 */
final class ResultStream implements Work {
  /** What one portal may hold in memory while other statements run. */
  private static final long DETACHED_BYTES_MAX = 64L << 20;

  private final ConnectionState state;
  private final String tag;
  private final @Nullable ResultCursor cursor;
  private final @Nullable ResultWriter writer;

  /** Rows read ahead because another statement needs the session; null until then. */
  private @Nullable ArrayDeque<byte[]> detached;

  private long rowsLimit;
  private long rowsSent;
  private boolean finished;

  /**
   * Takes the result over.
   *
   * @param maxRows 0 for all
   */
  ResultStream(ConnectionState state, StatementResult result, List<Integer> formats, long maxRows) {
    this.state = state;
    this.tag = result.commandTag();
    this.cursor = result.cursor();
    this.writer =
        cursor == null ? null : new ResultWriter(state.writer(), cursor, formats, state.zone());
    this.rowsLimit = maxRows;
  }

  /** Asks for more rows after PortalSuspended; the count of rows begins anew. */
  void resume(long maxRows) {
    rowsLimit = maxRows;
    rowsSent = 0;
  }

  @Override
  public boolean proceed() {
    if (cursor == null || writer == null) {
      if (finished) {
        throw ExtendedQuery.portalCannotRun();
      }
      finished = true;
      state.writer().commandComplete(tag);
      return true;
    }
    while (!finished) {
      if (rowsLimit > 0 && rowsSent == rowsLimit) {
        state.writer().portalSuspended();
        return true;
      }
      if (!writeNext(cursor, writer)) {
        finished = true;
        cursor.close();
        break;
      }
      rowsSent++;
      if (!state.drainWhenFull()) {
        return false;
      }
    }
    complete();
    return true;
  }

  /**
   * Reads the rest of the rows into memory and closes the cursor: the engine's session runs one
   * statement at a time, while clients keep several portals open in a block.
   */
  void detach() {
    if (finished || detached != null || cursor == null || writer == null) {
      return;
    }
    ArrayDeque<byte[]> rows = new ArrayDeque<>();
    PgBuffer buffer = state.writer().buffer();
    int start = buffer.length();
    long bytes = 0;
    while (cursor.next()) {
      writer.writeRow();
      byte[] row = Arrays.copyOfRange(buffer.array(), start, buffer.length());
      buffer.truncate(start);
      bytes += row.length;
      if (bytes > DETACHED_BYTES_MAX) {
        throw new DbException(
                ErrorCode.OUT_OF_MEMORY, "too many rows of a suspended portal to keep in memory")
            .hint("Read a portal to its end before running another statement.");
      }
      rows.add(row);
    }
    cursor.close();
    detached = rows;
  }

  private boolean writeNext(ResultCursor from, ResultWriter to) {
    if (detached != null) {
      byte[] row = detached.poll();
      if (row != null) {
        state.writer().buffer().writeBytes(row);
      }
      return row != null;
    }
    if (!from.next()) {
      return false;
    }
    to.writeRow();
    return true;
  }

  @Override
  public void abandon() {
    finished = true;
    detached = null;
    if (cursor != null) {
      cursor.close();
    }
  }

  private void complete() {
    if (tag.equals("SELECT") || tag.equals("FETCH")) {
      state.writer().commandComplete(tag, rowsSent);
    } else {
      state.writer().commandComplete(tag);
    }
  }
}
