package org.ratchetdb.tests.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Lets nothing be logged during a test: in thousands of worlds, thousands of disks fail. */
final class QuietLog implements BeforeEachCallback, AfterEachCallback {
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();

  @Override
  public void beforeEach(ExtensionContext context) {
    root.setLevel(Level.OFF);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    root.setLevel(before);
  }
}
