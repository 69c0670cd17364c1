package org.ratchetdb.engine.activity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of a database. Thread-safe. */
public final class ActiveSessions {
  private final Map<Integer, ActiveSession> sessions = new ConcurrentHashMap<>();

  public void add(ActiveSession session) {
    sessions.put(session.id(), session);
  }

  public void remove(int id) {
    sessions.remove(id);
  }

  public @Nullable ActiveSession find(long id) {
    return id == (int) id ? sessions.get((int) id) : null;
  }

  /** By id. */
  public List<ActiveSession> all() {
    List<ActiveSession> all = new ArrayList<>(sessions.values());
    all.sort(Comparator.comparingInt(ActiveSession::id));
    return all;
  }

  /**
   * Stops a statement.
   *
   * @param statementId {@link ActiveStatement#id}
   * @return whether it was running
   */
  public boolean cancelStatement(long statementId) {
    for (ActiveSession session : sessions.values()) {
      ActiveStatement statement = session.activeStatement();
      if (statement != null && statement.id() == statementId) {
        session.cancel();
        return true;
      }
    }
    return false;
  }
}
