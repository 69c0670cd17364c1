package org.ratchetdb.engine.api;

import org.ratchetdb.common.type.Dialect;

/** One database. Thread-safe. */
public interface Database {
  String name();

  Dialect dialect();

  Session openSession(SessionOptions options);
}
