package org.ratchetdb.jdbc.backend;

import java.sql.SQLWarning;

/** Takes what a session has to say beside results, while a call is under way, on its thread. */
@FunctionalInterface
public interface BackendNotices {
  BackendNotices NONE = warning -> {};

  void notice(SQLWarning warning);
}
