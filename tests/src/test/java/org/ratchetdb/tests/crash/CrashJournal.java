package org.ratchetdb.tests.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must, may and must not be there after the crashes so far, by what the processes said. Owned
 * by one thread.
 */
final class CrashJournal {
  /** Whether a thing is there. */
  enum State {
    PRESENT,
    ABSENT,
    /** The process ended while it was being made or removed. */
    EITHER
  }

  private final Map<String, State> orders = new HashMap<>();
  private final Map<String, State> things = new HashMap<>();
  private final List<String> errors = new ArrayList<>();
  private long acknowledged;

  /** Takes one line that a process has written. */
  void line(String line) {
    int space = line.indexOf(' ');
    String verb = space < 0 ? line : line.substring(0, space);
    String thing = line.substring(space + 1);
    switch (verb) {
      case "inserting", "deleting" -> orders.put(thing, State.EITHER);
      case "inserted" -> {
        orders.put(thing, State.PRESENT);
        acknowledged++;
      }
      case "deleted" -> {
        orders.put(thing, State.ABSENT);
        acknowledged++;
      }
      case "creating", "dropping" -> things.put(thing, State.EITHER);
      case "created" -> things.put(thing, State.PRESENT);
      case "dropped" -> things.put(thing, State.ABSENT);
      default -> errors.add(line);
    }
  }

  /** Lines that are no part of the journal: failures. */
  List<String> errors() {
    return errors;
  }

  long acknowledged() {
    return acknowledged;
  }

  Set<Long> ordersThatAre(State state) {
    Set<Long> ids = new HashSet<>();
    orders.forEach(
        (id, s) -> {
          if (s == state) {
            ids.add(Long.parseLong(id));
          }
        });
    return ids;
  }

  /** What was found settles what was open. */
  void settleOrders(Set<Long> present) {
    orders.replaceAll(
        (id, s) -> present.contains(Long.parseLong(id)) ? State.PRESENT : State.ABSENT);
  }

  State thing(String name) {
    return things.getOrDefault(name, State.EITHER);
  }

  /** Names of the things of a kind that must be there. */
  Set<String> presentThings(String kind) {
    Set<String> names = new HashSet<>();
    things.forEach(
        (name, s) -> {
          if (s == State.PRESENT && name.startsWith(kind + " ")) {
            names.add(name.substring(kind.length() + 1));
          }
        });
    return names;
  }
}
