package org.ratchetdb.engine.api;

import java.util.Map;

/**
 * How a session begins.
 *
 * @param user who it belongs to, for {@code current_user}
 * @param settings initial values of session settings by lower-case name, such as {@code timezone};
 *     unknown ones fail
 */
public record SessionOptions(String user, Map<String, String> settings) {
  public static final SessionOptions DEFAULT = new SessionOptions("ratchet", Map.of());

  public SessionOptions {
    settings = Map.copyOf(settings);
  }
}
