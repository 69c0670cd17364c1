package org.ratchetdb.jdbc.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.jdbc.backend.SqlErrors;

/**
 * A URL that was read. Immutable.
 *
 * <pre>
 *   jdbc:ratchet:mem:[name][properties]             in memory; nameless ones are private
 *   jdbc:ratchet:file:directory[properties]         in a directory
 *   jdbc:ratchet://host[:port][/database][properties]   on a server
 *
 *   properties    ?name=value&amp;name=value   or   ;name=value;name=value
 * </pre>
 *
 * Values of properties may be percent-encoded; a directory is taken as it is, up to the first
 * {@code ?} or {@code ;}.
 */
public final class RatchetUrl {
  public static final String PREFIX = "jdbc:ratchet:";
  public static final int DEFAULT_PORT = 15432;
  public static final String GOOGLESQL_DATABASE = "spanner";
  public static final String POSTGRESQL_DATABASE = "postgres";

  /** Where the database is. */
  public enum Kind {
    MEMORY,
    DIRECTORY,
    SERVER
  }

  private final String url;
  private final Kind kind;
  private final String target;
  private final int port;
  private final Map<RatchetProperty, String> properties;

  private RatchetUrl(
      String url, Kind kind, String target, int port, Map<RatchetProperty, String> properties) {
    this.url = url;
    this.kind = kind;
    this.target = target;
    this.port = port;
    this.properties = properties;
  }

  public static boolean accepts(@Nullable String url) {
    return url != null
        && url.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
        && (startsWith(url, "mem:") || startsWith(url, "file:") || startsWith(url, "//"));
  }

  private static boolean startsWith(String url, String rest) {
    return url.regionMatches(true, PREFIX.length(), rest, 0, rest.length());
  }

  /**
   * Reads a URL and the properties beside it.
   *
   * @throws SQLException 22023 for anything wrong, with what would be right
   */
  public static RatchetUrl parse(String url, Properties beside) throws SQLException {
    if (!accepts(url)) {
      throw invalid(
          "Not a URL of this driver: "
              + url
              + " (it begins with jdbc:ratchet:mem:, jdbc:ratchet:file: or jdbc:ratchet://)");
    }
    Map<RatchetProperty, String> properties = new EnumMap<>(RatchetProperty.class);
    for (String name : beside.stringPropertyNames()) {
      put(properties, name, beside.getProperty(name));
    }
    int end = endOfTarget(url);
    if (end < url.length()) {
      for (String pair : url.substring(end + 1).split("[;&]", -1)) {
        putPair(properties, pair);
      }
    }
    String target = url.substring(PREFIX.length(), end);
    if (startsWith(url, "mem:")) {
      return new RatchetUrl(url, Kind.MEMORY, target.substring("mem:".length()), 0, properties);
    }
    if (startsWith(url, "file:")) {
      String directory = target.substring("file:".length());
      if (directory.isEmpty()) {
        throw invalid("The URL names no directory: jdbc:ratchet:file:/path/to/directory");
      }
      return new RatchetUrl(url, Kind.DIRECTORY, directory, 0, properties);
    }
    return server(url, target.substring("//".length()), properties);
  }

  private static int endOfTarget(String url) {
    for (int i = PREFIX.length(); i < url.length(); i++) {
      if (url.charAt(i) == '?' || url.charAt(i) == ';') {
        return i;
      }
    }
    return url.length();
  }

  private static RatchetUrl server(
      String url, String target, Map<RatchetProperty, String> properties) throws SQLException {
    int slash = target.indexOf('/');
    String address = slash < 0 ? target : target.substring(0, slash);
    if (slash >= 0 && slash + 1 < target.length()) {
      put(properties, RatchetProperty.DATABASE.propertyName(), decode(target.substring(slash + 1)));
    }
    int colon = address.lastIndexOf(':');
    boolean hasPort = colon > address.lastIndexOf(']');
    String host = hasPort ? address.substring(0, colon) : address;
    int port = DEFAULT_PORT;
    if (hasPort) {
      port = number("port", address.substring(colon + 1));
      if (port < 1 || port > 65_535) {
        throw invalid("There is no port " + port);
      }
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    return new RatchetUrl(url, Kind.SERVER, host.isEmpty() ? "127.0.0.1" : host, port, properties);
  }

  private static void putPair(Map<RatchetProperty, String> properties, String pair)
      throws SQLException {
    if (pair.isBlank()) {
      return;
    }
    int equals = pair.indexOf('=');
    if (equals < 0) {
      throw invalid("The property '" + pair + "' in the URL has no value: name=value");
    }
    put(properties, decode(pair.substring(0, equals)).strip(), decode(pair.substring(equals + 1)));
  }

  private static void put(Map<RatchetProperty, String> properties, String name, String value)
      throws SQLException {
    RatchetProperty property = RatchetProperty.byName(name).orElse(null);
    if (property == null) {
      throw invalid("Unknown connection property '" + name + "'" + suggestion(name));
    }
    if (!property.choices().isEmpty()
        && !value.isEmpty()
        && property.choices().stream().noneMatch(value::equalsIgnoreCase)) {
      throw invalid(
          "The connection property '"
              + property.propertyName()
              + "' cannot be '"
              + value
              + "': use "
              + String.join(" or ", property.choices()));
    }
    properties.put(property, value);
  }

  private static String suggestion(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (RatchetProperty property : RatchetProperty.values()) {
      String known = property.propertyName().toLowerCase(Locale.ROOT);
      if (known.replace("_", "").equals(wanted.replace("_", "").replace("-", ""))
          || known.startsWith(wanted)
          || wanted.startsWith(known)) {
        return ". Did you mean '" + property.propertyName() + "'?";
      }
    }
    return Arrays.stream(RatchetProperty.values())
        .map(RatchetProperty::propertyName)
        .collect(Collectors.joining(", ", ". Known are ", ""));
  }

  /** Undoes percent-encoding; a plus stays a plus. */
  private static String decode(String text) throws SQLException {
    if (text.indexOf('%') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of(ErrorCode.INVALID_SETTING, "Bad percent-encoding in the URL: " + text, e);
    }
  }

  private static SQLException invalid(String message) {
    return SqlErrors.of(ErrorCode.INVALID_SETTING, message);
  }

  private static int number(String what, String text) throws SQLException {
    try {
      int value = Integer.parseInt(text.strip());
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw SqlErrors.of(
          ErrorCode.INVALID_SETTING, "The " + what + " '" + text + "' is no number", e);
    }
    throw invalid("The " + what + " must not be negative");
  }

  // ---- What it says ----

  /** The URL without properties: they may hold a password. */
  public String publicUrl() {
    return url.substring(0, endOfTarget(url));
  }

  public Kind kind() {
    return kind;
  }

  /** Name in memory, directory, or host. */
  public String target() {
    return target;
  }

  public int port() {
    return port;
  }

  public String get(RatchetProperty property) {
    return properties.getOrDefault(property, property.defaultValue());
  }

  public boolean isTrue(RatchetProperty property) {
    return get(property).equalsIgnoreCase("true");
  }

  /** The number of a property, or null when it is empty. */
  public @Nullable Integer number(RatchetProperty property) throws SQLException {
    String text = get(property);
    return text.isEmpty()
        ? null
        : (Integer) number("connection property '" + property.propertyName() + "'", text);
  }

  public int numberOr(RatchetProperty property, int otherwise) throws SQLException {
    Integer value = number(property);
    return value == null ? otherwise : value;
  }

  /** The dialect that was asked for, or null. */
  public @Nullable Dialect dialect() {
    return switch (get(RatchetProperty.DIALECT).toLowerCase(Locale.ROOT)) {
      case "googlesql" -> Dialect.GOOGLE_STANDARD_SQL;
      case "postgresql" -> Dialect.POSTGRESQL;
      default -> null;
    };
  }

  /** The database that was asked for, or the dialect's own. */
  public String database() {
    String named = get(RatchetProperty.DATABASE);
    if (!named.isEmpty()) {
      return named;
    }
    return dialect() == Dialect.POSTGRESQL ? POSTGRESQL_DATABASE : GOOGLESQL_DATABASE;
  }
}
