package org.ratchetdb.pgwire.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/**
 * What a StartupMessage asks for.
 *
 * @param settings initial settings by lower-case name, those in {@code options} included
 * @param unknownOptions protocol options ({@code _pq_.}) that this server does not know: all
 */
record StartupParameters(
    String user, String database, Map<String, String> settings, List<String> unknownOptions) {

  static StartupParameters of(Map<String, String> parameters) {
    String user = parameters.getOrDefault("user", "");
    if (user.isEmpty()) {
      throw new DbException(
          ErrorCode.CANNOT_CONNECT, "no PostgreSQL user name specified in startup packet");
    }
    String database = parameters.getOrDefault("database", "");
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> unknown = new ArrayList<>();
    parameters.forEach(
        (name, value) -> {
          switch (name) {
            case "user", "database" -> {}
            case "options" -> readOptions(value, settings);
            case "replication" -> refuseReplication(value);
            default -> {
              if (name.startsWith("_pq_.")) {
                unknown.add(name);
              } else {
                settings.put(name.toLowerCase(Locale.ROOT), value);
              }
            }
          }
        });
    return new StartupParameters(
        user, database.isEmpty() ? user : database, Map.copyOf(settings), List.copyOf(unknown));
  }

  private static void refuseReplication(String value) {
    boolean off =
        value.isEmpty()
            || List.of("false", "off", "no", "0").contains(value.toLowerCase(Locale.ROOT));
    if (!off) {
      throw DbException.notSupported("A replication connection");
    }
  }

  /** {@code -c name=value}, {@code -cname=value} and {@code --name=value}; a backslash escapes. */
  private static void readOptions(String options, Map<String, String> settings) {
    List<String> words = words(options);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String assignment;
      if (word.equals("-c") && i + 1 < words.size()) {
        assignment = words.get(++i);
      } else if (word.startsWith("--")) {
        assignment = word.substring(2);
      } else if (word.startsWith("-c")) {
        assignment = word.substring(2);
      } else {
        throw invalidOption(word);
      }
      int equals = assignment.indexOf('=');
      if (equals <= 0) {
        throw invalidOption(assignment);
      }
      String name = assignment.substring(0, equals).replace('-', '_').toLowerCase(Locale.ROOT);
      settings.put(name, assignment.substring(equals + 1));
    }
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
        continue;
      }
      inWord = true;
      if (c == '\\' && i + 1 < text.length()) {
        c = text.charAt(++i);
      }
      word.append(c);
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }

  private static DbException invalidOption(String word) {
    return new DbException(
        ErrorCode.SYNTAX_ERROR, "invalid command-line argument for server process: " + word);
  }
}
