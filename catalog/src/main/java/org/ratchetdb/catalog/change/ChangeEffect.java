package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Table;

/**
 * Work on stored rows that a change of the schema asks for. Three sorts: what must hold before the
 * new schema may be published (Validate…, {@link BackfillColumn}), what is built after ({@link
 * BackfillIndex}), and what is thrown away after ({@link DropTableStorage}, {@link
 * DropIndexStorage}).
 */
public sealed interface ChangeEffect {
  /** Whether rows must be checked or changed before the new schema may be published. */
  default boolean precedesPublication() {
    return false;
  }

  /** Existing rows need entries in the index, which is WRITE_ONLY until then. */
  record BackfillIndex(int indexId) implements ChangeEffect {}

  /** Existing rows need a computed value in a new column. */
  record BackfillColumn(int tableId, int columnId) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /** No row may hold NULL in the column. */
  record ValidateNotNull(int tableId, int columnId) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /**
   * No value of the column may be longer.
   *
   * @param lengthMax in the units of the column's new type, which applies to array elements too
   */
  record ValidateLength(int tableId, int columnId, long lengthMax) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /** Values of the column, BYTES until now, must be valid UTF-8. */
  record ValidateUtf8(int tableId, int columnId) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /** No timestamp in the column may lie in the future. */
  record ValidateNoFutureTimestamp(int tableId, int columnId) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /** Each row must have its parent row. */
  record ValidateParentRows(int tableId) implements ChangeEffect {
    @Override
    public boolean precedesPublication() {
      return true;
    }
  }

  /** The rows of a dropped table are garbage once nobody reads an older schema. */
  record DropTableStorage(Table table) implements ChangeEffect {}

  /** The entries of a dropped index are garbage once nobody reads an older schema. */
  record DropIndexStorage(Index index) implements ChangeEffect {}

  /** The counter of a sequence starts again. */
  record RestartSequence(int sequenceId, long counter) implements ChangeEffect {}

  /** The counter of a dropped sequence can be forgotten. */
  record ForgetSequence(int sequenceId) implements ChangeEffect {}
}
