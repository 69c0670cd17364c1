package org.ratchetdb.executor.operator;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.executor.context.ExecutionContext;
import org.ratchetdb.executor.vector.Batch;

/** Rows dealt to files by the hash of their key, so that each file can be worked on alone. */
final class Partitions implements AutoCloseable {
  static final int COUNT = 16;

  /** How often a partition may be partitioned again before it is forced into memory. */
  static final int LEVEL_MAX = 4;

  private static final int BITS = 4;

  private final List<SpillFile> files = new ArrayList<>();
  private final int level;

  Partitions(ExecutionContext context, List<SqlType> types, int level) {
    this.level = level;
    for (int i = 0; i < COUNT; i++) {
      files.add(new SpillFile(context, types));
    }
  }

  void write(Batch source, int row, long hash) {
    // Hash tables use the low bits; each level here uses others of the high bits.
    int partition = (int) (hash >>> (Long.SIZE - BITS * (level + 1))) & (COUNT - 1);
    files.get(partition).write(source, row);
  }

  SpillFile file(int partition) {
    return files.get(partition);
  }

  @Override
  public void close() {
    files.forEach(SpillFile::close);
  }
}
