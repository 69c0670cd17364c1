package org.ratchetdb.executor.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.ReadMoment;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;

/** Counts the bytes that an operator reads. */
class MeasuredReader implements KvReader {
  private final KvReader reader;
  private final OperatorProfile operator;

  MeasuredReader(KvReader reader, OperatorProfile operator) {
    this.reader = reader;
    this.operator = operator;
  }

  @Override
  public boolean get(Key key, CellLocks locks, ByteSlice into) {
    boolean found = reader.get(key, locks, into);
    if (found) {
      operator.read(key.length() + into.length());
    }
    return found;
  }

  @Override
  public List<byte @Nullable []> getAll(List<Key> keys, CellLocks locks) {
    List<byte @Nullable []> found = reader.getAll(keys, locks);
    long bytes = 0;
    for (int i = 0; i < found.size(); i++) {
      byte[] payload = found.get(i);
      if (payload != null) {
        bytes += keys.get(i).length() + payload.length;
      }
    }
    operator.read(bytes);
    return found;
  }

  @Override
  public KvCursor scan(ScanRequest request) {
    return new MeasuredCursor(reader.scan(request), operator);
  }

  /** A view whose duplicates count for the same operator. */
  static final class OfView extends MeasuredReader implements ReadView {
    private final ReadView view;
    private final OperatorProfile operator;

    OfView(ReadView view, OperatorProfile operator) {
      super(view, operator);
      this.view = view;
      this.operator = operator;
    }

    @Override
    public CommitTimestamp readTimestamp() {
      return view.readTimestamp();
    }

    @Override
    public ReadMoment moment() {
      return view.moment();
    }

    @Override
    public void requireRetained() {
      view.requireRetained();
    }

    @Override
    public ReadView duplicate() {
      return new OfView(view.duplicate(), operator);
    }

    @Override
    public void close() {
      view.close();
    }
  }

  private record MeasuredCursor(KvCursor cursor, OperatorProfile operator) implements KvCursor {
    @Override
    public boolean next() {
      boolean found = cursor.next();
      if (found) {
        operator.read(cursor.key().length() + cursor.value().length());
      }
      return found;
    }

    @Override
    public ByteSlice key() {
      return cursor.key();
    }

    @Override
    public ByteSlice value() {
      return cursor.value();
    }

    @Override
    public void skipTo(Key key) {
      cursor.skipTo(key);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
