package org.ratchetdb.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.ratchetdb.engine.api.ProgressListener;

/** Prints a line for every tenth of each phase, if its end is known. */
final class ProgressPrinter implements ProgressListener {
  private static final int PERCENT_PER_LINE = 10;
  private static final double MIB = 1 << 20;

  private final PrintWriter err;
  private String phase = "";
  private long shown;

  ProgressPrinter(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void progress(String newPhase, long done, long total) {
    if (!newPhase.equals(phase)) {
      phase = newPhase;
      shown = 0;
    }
    long percent = total <= 0 ? 0 : 100 * done / total;
    if (percent < shown + PERCENT_PER_LINE) {
      return;
    }
    shown = percent - percent % PERCENT_PER_LINE;
    err.printf(Locale.ROOT, "%s: %d %%, %.1f of %.1f MiB%n", phase, shown, done / MIB, total / MIB);
    err.flush();
  }
}
