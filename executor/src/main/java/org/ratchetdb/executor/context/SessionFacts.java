package org.ratchetdb.executor.context;

import org.jspecify.annotations.Nullable;

/** What functions may ask about the session, such as {@code current_user} or a setting. */
@FunctionalInterface
public interface SessionFacts {
  SessionFacts NONE = name -> null;

  /** The fact as text, or null when there is none of that name. */
  @Nullable String get(String name);
}
