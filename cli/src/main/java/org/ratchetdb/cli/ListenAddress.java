package org.ratchetdb.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where to listen: {@code 127.0.0.1:15432}, {@code [::1]:15432}, {@code :15432} or {@code 15432}.
 *
 * @param host address or name
 * @param port 0 for any free one
 */
record ListenAddress(String host, int port) {
  static final String DEFAULT = "127.0.0.1:15432";

  /** Reads the option's text. */
  static final class Converter implements ITypeConverter<ListenAddress> {
    @Override
    public ListenAddress convert(String text) {
      int colon = text.lastIndexOf(':');
      String host = colon < 0 ? "" : text.substring(0, colon);
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      }
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port >= 0 && port <= 65_535) {
          return new ListenAddress(host.isEmpty() ? "127.0.0.1" : host, port);
        }
      } catch (NumberFormatException e) {
        throw (TypeConversionException)
            new TypeConversionException("'" + text + "' is not HOST:PORT").initCause(e);
      }
      throw new TypeConversionException("'" + text + "': ports are 0 to 65535");
    }
  }
}
