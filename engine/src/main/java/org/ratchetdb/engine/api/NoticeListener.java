package org.ratchetdb.engine.api;

/** Takes what a session has to say while a statement runs, on the session's thread. */
@FunctionalInterface
public interface NoticeListener {
  NoticeListener NONE = notice -> {};

  void notice(Notice notice);
}
