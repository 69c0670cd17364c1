package org.ratchetdb.cli;

import java.io.PrintWriter;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressSteps;
import org.ratchetdb.engine.api.ProgressUnit;

/** Prints a line for every tenth of each phase, if its end is known. */
final class ProgressPrinter implements ProgressListener {
  private final ProgressSteps steps = new ProgressSteps();
  private final PrintWriter err;

  ProgressPrinter(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void progress(String phase, ProgressUnit unit, long done, long total) {
    String line = steps.line(phase, unit, done, total);
    if (line != null) {
      err.println(line);
      err.flush();
    }
  }
}
