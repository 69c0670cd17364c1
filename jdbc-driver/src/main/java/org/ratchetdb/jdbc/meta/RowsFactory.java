package org.ratchetdb.jdbc.meta;

import java.sql.ResultSet;
import org.ratchetdb.jdbc.backend.BufferedCursor;
import org.ratchetdb.jdbc.backend.RowShape;

/** Makes result sets of rows in memory. */
public interface RowsFactory {
  ResultSet create(RowShape shape, BufferedCursor rows);
}
