package org.ratchetdb.executor.context;

import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.value.Value;

/** Rows that are computed and not stored: system tables and value sets of the engine. */
@FunctionalInterface
public interface SystemTables {
  SystemTables NONE =
      name -> {
        throw DbException.notSupported("The system table " + name);
      };

  /** All rows of the table, every column of it, in the order of its definition. */
  Iterable<List<Value>> rows(String name);
}
