package org.ratchetdb.tests.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.tests.simulation.world.World;

/** What the clients of one process did and saw, in order. */
final class History {
  private final World world;
  private final List<Attempt> attempts = new ArrayList<>();
  private long events;

  History(World world) {
    this.world = world;
  }

  Attempt begin(String name, Attempt.Kind kind) {
    Attempt attempt = new Attempt(name, kind, ++events);
    attempts.add(attempt);
    world.note("begin " + name + " " + kind);
    return attempt;
  }

  void acknowledge(Attempt attempt, long micros) {
    world.note("acknowledged at " + micros + ": " + attempt);
    attempt.micros = micros;
    attempt.acknowledged = ++events;
    attempt.outcome = Attempt.Outcome.ACKNOWLEDGED;
  }

  void fail(Attempt attempt, String why) {
    world.note("failed " + attempt + ": " + why);
  }

  List<Attempt> attempts() {
    return attempts;
  }
}
