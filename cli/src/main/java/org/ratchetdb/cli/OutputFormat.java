package org.ratchetdb.cli;

import java.util.Locale;

/** How results are printed. */
enum OutputFormat {
  /** Columns in boxes, for eyes. */
  TABLE,
  /** RFC 4180 with a header; NULL is an empty field, an empty string is quoted. */
  CSV,
  /** One array of objects per result. */
  JSON;

  static OutputFormat parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "table" -> TABLE;
      case "csv" -> CSV;
      case "json" -> JSON;
      default ->
          throw new CliException("There is no format '" + text + "': use table, csv or json", null);
    };
  }

  ResultPrinter printer() {
    return switch (this) {
      case TABLE -> new TablePrinter();
      case CSV -> new CsvPrinter();
      case JSON -> new JsonPrinter();
    };
  }
}
