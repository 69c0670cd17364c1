package org.ratchetdb.engine.txn;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * The savepoints of one transaction. A name may be set again: the older one is then hidden until
 * the newer is released, as in PostgreSQL. Owned by one thread.
 */
final class Savepoints {
  /** Oldest first. */
  private final List<Savepoint> stack = new ArrayList<>(0);

  /** A name, the place in the store's write buffer, and that among the changed settings. */
  record Savepoint(String name, int mark, int settingsMark) {}

  boolean isEmpty() {
    return stack.isEmpty();
  }

  void add(String name, int mark, int settingsMark) {
    stack.add(new Savepoint(name, mark, settingsMark));
  }

  void release(String name) {
    cut(newest(name));
  }

  /** Forgets the savepoints after this one, which it returns. */
  Savepoint backTo(String name) {
    int at = newest(name);
    cut(at + 1);
    return stack.get(at);
  }

  private int newest(String name) {
    for (int i = stack.size() - 1; i >= 0; i--) {
      if (stack.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new DbException(
            ErrorCode.UNDEFINED_SAVEPOINT, "savepoint \"" + name + "\" does not exist")
        .hint("SAVEPOINT sets one; it lasts until its release or the end of the transaction.");
  }

  private void cut(int from) {
    stack.subList(from, stack.size()).clear();
  }
}
