package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The signals that ask a server to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP (its terminal is gone).
 * The first is told and begins the end; one more ends the process at once, which loses nothing that
 * was acknowledged. A signal that the process was started to ignore, as {@code nohup} does with
 * SIGHUP, stays ignored. Thread-safe.
 */
final class StopSignals {
  /** What a shell adds to the number of the signal that ended a program. */
  private static final int EXIT_STATUS_OF_SIGNALS = 128;

  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final PrintWriter err;
  private final AtomicReference<@Nullable String> first = new AtomicReference<>();
  private final CountDownLatch arrived = new CountDownLatch(1);

  private StopSignals(PrintWriter err) {
    this.err = err;
  }

  /** Listens from now on, until the process ends. */
  static StopSignals listen(PrintWriter err) {
    StopSignals signals = new StopSignals(err);
    for (String name : List.copyOf(NUMBERS.keySet())) {
      Signals.register(name, () -> signals.arrive(name));
    }
    return signals;
  }

  private void arrive(String name) {
    if (first.compareAndSet(null, name)) {
      say("ratchet: SIG" + name + reason(name) + ": stopping");
      arrived.countDown();
    } else {
      say("ratchet: SIG" + name + " once more: ends without closing");
      Runtime.getRuntime().halt(status(name));
    }
  }

  private static String reason(String name) {
    return name.equals("HUP") ? " (the terminal is gone; start it with nohup to let it stay)" : "";
  }

  private void say(String line) {
    err.println(line);
    err.flush();
  }

  /**
   * Waits for the first of them.
   *
   * @return the exit status that it calls for
   */
  int await() throws InterruptedException {
    arrived.await();
    String name = first.get();
    return name == null ? 0 : status(name);
  }

  private static int status(String name) {
    return EXIT_STATUS_OF_SIGNALS + NUMBERS.getOrDefault(name, 0);
  }
}
