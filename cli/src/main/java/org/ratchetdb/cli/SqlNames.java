package org.ratchetdb.cli;

import java.util.regex.Pattern;

/** Names of databases on their way into a statement. */
final class SqlNames {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]*");

  private SqlNames() {}

  /** The name itself; one that would need quotes, which differ by dialect, is refused. */
  static String checked(String name) {
    if (!PLAIN.matcher(name).matches()) {
      throw new CliException(
          "The name \"" + name + "\" cannot be sent; use the statement with ratchet sql", null);
    }
    return name;
  }
}
