package org.ratchetdb.executor.row;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.executor.vector.Batch;
import org.ratchetdb.executor.vector.ColumnVector;

/** Reads the wanted columns of entries into vectors. Owned by one thread. */
public final class EntryDecoder {
  private final EntryFormat format;
  private final KeyWalker walker;
  private final RowReader reader = new RowReader();
  private final ByteSlice keySlice = new ByteSlice();
  private final ByteSlice payloadSlice = new ByteSlice();
  private final int[] guesses;
  private final @Nullable ColumnVector[] keyTargets;

  public EntryDecoder(EntryFormat format) {
    this.format = format;
    this.walker = new KeyWalker(format.layout());
    this.guesses = new int[format.columnCount()];
    this.keyTargets = new ColumnVector[format.layout().parts().size()];
    for (int i = 0; i < guesses.length; i++) {
      guesses[i] = i;
    }
  }

  /** Tells whose entry a key is; where to go on after a foreign one is known to the walker. */
  public KeyWalker walker() {
    return walker;
  }

  /** Reads an entry whose key is of the layout into a row, whose room must be there. */
  public void decode(ByteSlice key, ByteSlice payload, Batch into, int row) {
    int columns = format.columnCount();
    if (format.keyPartsNeeded() > 0) {
      for (int i = 0; i < columns; i++) {
        int part = format.keyPart(i);
        if (part >= 0) {
          keyTargets[part] = into.column(i);
        }
      }
      walker.readAll(key, keyTargets, format.keyPartsNeeded(), row);
      copyRepeatedParts(into, row);
    }
    if (format.readsPayload()) {
      reader.set(payload);
      for (int i = 0; i < columns; i++) {
        if (format.keyPart(i) < 0) {
          guesses[i] =
              reader.read(
                  format.columnId(i), guesses[i], format.initialValue(i), into.column(i), row);
        }
      }
    }
  }

  /** A key column that is wanted twice was read into the last place only. */
  private void copyRepeatedParts(Batch into, int row) {
    for (int i = 0; i < format.columnCount(); i++) {
      int part = format.keyPart(i);
      ColumnVector target = part < 0 ? null : keyTargets[part];
      if (target != null && target != into.column(i)) {
        into.column(i).copy(row, target, row);
      }
    }
  }

  public void decode(Key key, byte[] payload, Batch into, int row) {
    keySlice.set(key.unsafeBytes(), 0, key.length());
    payloadSlice.set(payload, 0, payload.length);
    decode(keySlice, payloadSlice, into, row);
  }

  public void decode(Key key, ByteSlice payload, Batch into, int row) {
    keySlice.set(key.unsafeBytes(), 0, key.length());
    decode(keySlice, payload, into, row);
  }
}
