package org.ratchetdb.catalog.change;

import org.ratchetdb.catalog.model.KeyPart;
import org.ratchetdb.catalog.spec.KeyPartSpec;
import org.ratchetdb.common.type.Dialect;

/** Turns a declared key part into the model's, with the dialect's place for NULLs. */
final class KeyMaker {
  private KeyMaker() {}

  static KeyPart part(Dialect dialect, int columnId, KeyPartSpec spec) {
    Boolean declared = spec.nullsFirst();
    boolean nullsFirst = declared == null ? nullsFirst(dialect, spec.descending()) : declared;
    return new KeyPart(columnId, spec.descending(), nullsFirst);
  }

  /** NULL is the smallest value of GoogleSQL and the largest of PostgreSQL. */
  static boolean nullsFirst(Dialect dialect, boolean descending) {
    return dialect == Dialect.GOOGLE_STANDARD_SQL ? !descending : descending;
  }
}
