package org.ratchetdb.engine.activity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.executor.context.Backends;

/** The sessions of a database. Thread-safe. */
public final class ActiveSessions implements Backends {
  private final Map<Integer, ActiveSession> sessions = new ConcurrentHashMap<>();

  public void add(ActiveSession session) {
    sessions.put(session.id(), session);
  }

  public void remove(int id) {
    sessions.remove(id);
  }

  private @Nullable ActiveSession find(long id) {
    return id == (int) id ? sessions.get((int) id) : null;
  }

  /** By id. */
  public List<ActiveSession> all() {
    List<ActiveSession> all = new ArrayList<>(sessions.values());
    all.sort(Comparator.comparingInt(ActiveSession::id));
    return all;
  }

  @Override
  public boolean cancel(long sessionId) {
    ActiveSession session = find(sessionId);
    if (session == null) {
      return false;
    }
    session.cancel();
    return true;
  }

  @Override
  public boolean terminate(long sessionId) {
    ActiveSession session = find(sessionId);
    if (session == null) {
      return false;
    }
    session.shutDown();
    return true;
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
