package org.ratchetdb.engine.session;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.engine.api.Notice;
import org.ratchetdb.engine.api.NoticeListener;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ProgressSteps;
import org.ratchetdb.engine.api.ProgressUnit;

/**
 * Tells the client how far its statement is, as client_min_messages has it: at {@code notice} a
 * line a second at most and none in the first second; below that every step; above it nothing.
 * Owned by one thread.
 */
final class ProgressNotices implements ProgressListener {
  private static final long NANOS_BETWEEN = Duration.ofSeconds(1).toNanos();

  private final NoticeListener listener;
  private final Ticker ticker;
  private final ProgressSteps steps = new ProgressSteps();
  private final boolean wanted;
  private final boolean all;
  private long lastNanos;

  /**
   * @param level value of client_min_messages
   */
  ProgressNotices(String level, NoticeListener listener, Ticker ticker) {
    this.listener = listener;
    this.ticker = ticker;
    this.all = level.equals("log") || level.startsWith("debug");
    this.wanted = all || level.equals("notice");
    this.lastNanos = ticker.nanos();
  }

  @Override
  public void progress(String phase, ProgressUnit unit, long done, long total) {
    if (!wanted || (!all && ticker.nanos() - lastNanos < NANOS_BETWEEN)) {
      return;
    }
    @Nullable String line = steps.line(phase, unit, done, total);
    if (line == null) {
      return;
    }
    lastNanos = ticker.nanos();
    listener.notice(new Notice(all ? Notice.Level.LOG : Notice.Level.NOTICE, Notice.SUCCESS, line));
  }
}
