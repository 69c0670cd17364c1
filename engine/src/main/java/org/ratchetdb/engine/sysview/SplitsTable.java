package org.ratchetdb.engine.sysview;

import java.util.List;
import org.ratchetdb.engine.split.DatabaseSplits;
import org.ratchetdb.engine.split.SplitPicture;

/** RATCHET_SYS.SPLITS: all splits with their boundaries and what they hold. */
final class SplitsTable extends SystemTable<SplitPicture> {
  private final DatabaseSplits splits;

  SplitsTable(DatabaseSplits splits) {
    super(
        RATCHET_SYS,
        "SPLITS",
        List.of(
            SystemColumn.integer("SPLIT_ID", SplitPicture::id),
            SystemColumn.string("SPLIT_START", SplitPicture::start),
            SystemColumn.string("SPLIT_LIMIT", SplitPicture::limit),
            SystemColumn.integer("SIZE_BYTES", SplitPicture::bytes),
            SystemColumn.integer("ROW_COUNT", SplitPicture::rows),
            SystemColumn.integer("READ_COUNT", SplitPicture::reads),
            SystemColumn.integer("WRITE_COUNT", SplitPicture::writes),
            SystemColumn.string("ORIGIN", SplitPicture::origin),
            SystemColumn.string("SIZE_DECISION", SplitPicture::sizeDecision)));
    this.splits = splits;
  }

  @Override
  Iterable<SplitPicture> items() {
    return splits.pictures(null);
  }
}
