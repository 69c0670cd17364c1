package org.ratchetdb.engine.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which reports of long work people want to read: one for every tenth of a phase whose end
 * is known, else one whenever twice as much is done. Owned by the thread that works.
 */
public final class ProgressSteps {
  private static final int PERCENT_PER_STEP = 10;
  private static final double MIB = 1 << 20;

  private String phase = "";
  private long shownPercent;
  private long shownDone;

  /** A line for the report, or null when it says little that is new. */
  public @Nullable String line(String newPhase, ProgressUnit unit, long done, long total) {
    if (!newPhase.equals(phase)) {
      phase = newPhase;
      shownPercent = 0;
      shownDone = 0;
    }
    if (total > 0) {
      long percent = (long) Math.min(100, 100.0 * done / total);
      if (percent < shownPercent + PERCENT_PER_STEP) {
        return null;
      }
      shownPercent = percent - percent % PERCENT_PER_STEP;
      return phase + ": " + shownPercent + " %, " + amounts(unit, done, total);
    }
    if (done <= 0 || done < 2 * shownDone) {
      return null;
    }
    shownDone = done;
    return phase + ": " + amount(unit, done);
  }

  private static String amounts(ProgressUnit unit, long done, long total) {
    return unit == ProgressUnit.BYTES
        ? String.format(Locale.ROOT, "%.1f of %.1f MiB", done / MIB, total / MIB)
        : done + " of " + total + " entries";
  }

  private static String amount(ProgressUnit unit, long done) {
    return unit == ProgressUnit.BYTES
        ? String.format(Locale.ROOT, "%.1f MiB", done / MIB)
        : done + " entries";
  }
}
