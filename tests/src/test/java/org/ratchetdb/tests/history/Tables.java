package org.ratchetdb.tests.history;

import java.util.List;
import org.ratchetdb.common.type.Dialect;

/**
 * The tables of the workload, and its statements. A list is kept in three ways: as text in one of
 * two columns of a row, as rows of a table interleaved in its parent, and as rows found through a
 * unique index. A register is one of three columns of a row.
 */
final class Tables {
  static final List<String> REGISTERS = List.of("X", "Y", "W");

  private final boolean google;

  Tables(Dialect dialect) {
    this.google = dialect == Dialect.GOOGLE_STANDARD_SQL;
  }

  List<String> create() {
    if (google) {
      return List.of(
          "CREATE TABLE TextList (Id INT64 NOT NULL, A STRING(MAX), B STRING(MAX))"
              + " PRIMARY KEY (Id)",
          "CREATE TABLE Parent (Id INT64 NOT NULL) PRIMARY KEY (Id)",
          "CREATE TABLE Item (Id INT64 NOT NULL, Seq INT64 NOT NULL, V INT64 NOT NULL,"
              + " Pad STRING(MAX)) PRIMARY KEY (Id, Seq), INTERLEAVE IN PARENT Parent"
              + " ON DELETE CASCADE",
          "CREATE TABLE Entry (V INT64 NOT NULL, ListId INT64 NOT NULL, Seq INT64 NOT NULL,"
              + " Pad STRING(MAX)) PRIMARY KEY (V)",
          "CREATE UNIQUE INDEX EntryByList ON Entry (ListId, Seq)",
          "CREATE TABLE Register (Id INT64 NOT NULL, X INT64, Y INT64, W INT64)"
              + " PRIMARY KEY (Id)");
    }
    return List.of(
        "CREATE TABLE TextList (Id bigint PRIMARY KEY, A text, B text)",
        "CREATE TABLE Parent (Id bigint PRIMARY KEY)",
        "CREATE TABLE Item (Id bigint NOT NULL, Seq bigint NOT NULL, V bigint NOT NULL, Pad text,"
            + " PRIMARY KEY (Id, Seq)) INTERLEAVE IN PARENT Parent ON DELETE CASCADE",
        "CREATE TABLE Entry (V bigint PRIMARY KEY, ListId bigint NOT NULL, Seq bigint NOT NULL,"
            + " Pad text)",
        "CREATE UNIQUE INDEX EntryByList ON Entry (ListId, Seq)",
        "CREATE TABLE Register (Id bigint PRIMARY KEY, X bigint, Y bigint, W bigint)");
  }

  /** Schema changes that may run at any time, each pair undone by its second. */
  List<List<String>> changes() {
    String number = google ? "INT64" : "bigint";
    return List.of(
        List.of("CREATE INDEX EntryBySeq ON Entry (Seq DESC)", "DROP INDEX EntryBySeq"),
        List.of(
            "ALTER TABLE TextList ADD COLUMN Extra " + number,
            "ALTER TABLE TextList DROP COLUMN Extra"),
        List.of("CREATE INDEX ItemByValue ON Item (V)", "DROP INDEX ItemByValue"),
        List.of(
            "ALTER TABLE Register ADD COLUMN Z " + number + " DEFAULT " + (google ? "(7)" : "7"),
            "ALTER TABLE Register DROP COLUMN Z"),
        List.of("CREATE INDEX RegisterByX ON Register (X, Y)", "DROP INDEX RegisterByX"));
  }

  /** Parameters: piece, id. */
  String appendText(String column) {
    return "UPDATE TextList SET "
        + column
        + " = CONCAT(COALESCE("
        + column
        + ", ''), ?) WHERE Id = ?";
  }

  /** Parameters: id. */
  String readText(String column) {
    return "SELECT " + column + " FROM TextList WHERE Id = ?";
  }

  /** Parameters: id, value, pad, id. */
  String appendItem() {
    return "INSERT INTO Item (Id, Seq, V, Pad) SELECT "
        + number()
        + ", COALESCE(MAX(Seq), 0) + 1, "
        + number()
        + ", "
        + text()
        + " FROM Item WHERE Id = ?";
  }

  /** Parameters: id. */
  String readItems() {
    return "SELECT V FROM Item WHERE Id = ? ORDER BY Seq";
  }

  /** Parameters: value, id, pad, id. */
  String appendEntry() {
    return "INSERT INTO Entry (V, ListId, Seq, Pad) SELECT "
        + number()
        + ", "
        + number()
        + ", COALESCE(MAX(Seq), 0) + 1, "
        + text()
        + " FROM Entry"
        + hint("EntryByList")
        + " WHERE ListId = ?";
  }

  /** Parameters: id. */
  String readEntries() {
    return "SELECT V FROM Entry" + hint("EntryByList") + " WHERE ListId = ? ORDER BY Seq";
  }

  /** As {@link #readEntries}, without the index. */
  String readEntriesOfTable() {
    return "SELECT V FROM Entry" + hint("_BASE_TABLE") + " WHERE ListId = ? ORDER BY Seq";
  }

  /** Parameters: value, id. */
  String writeRegister(String column) {
    return "UPDATE Register SET " + column + " = ? WHERE Id = ?";
  }

  /** Writes all registers of a row, whatever they hold. Parameters: id, values by column. */
  String writeRow() {
    return google
        ? "INSERT OR UPDATE INTO Register (Id, X, Y, W) VALUES (?, ?, ?, ?)"
        : "INSERT INTO Register (Id, X, Y, W) VALUES (?, ?, ?, ?) ON CONFLICT (Id) DO UPDATE"
            + " SET X = excluded.X, Y = excluded.Y, W = excluded.W";
  }

  /** Reads all registers of a row. Parameters: id. */
  String readRow() {
    return "SELECT " + String.join(", ", REGISTERS) + " FROM Register WHERE Id = ?";
  }

  /** Parameters: id. */
  String readRegister(String column) {
    return "SELECT " + column + " FROM Register WHERE Id = ?";
  }

  /** New rows for lists in text, parents and registers. Parameters: id. */
  List<String> newRow() {
    return List.of(
        "INSERT INTO TextList (Id) VALUES (?)",
        "INSERT INTO Parent (Id) VALUES (?)",
        "INSERT INTO Register (Id) VALUES (?)");
  }

  String show(String variable) {
    return "SHOW " + (google ? "VARIABLE " + variable : "spanner." + variable);
  }

  String set(String variable, String value) {
    return "SET " + (google ? variable : "spanner." + variable) + " = '" + value + "'";
  }

  private String number() {
    return google ? "CAST(? AS INT64)" : "?::bigint";
  }

  private String text() {
    return google ? "CAST(? AS STRING)" : "?::text";
  }

  private String hint(String index) {
    return google ? "@{FORCE_INDEX=" + index + "}" : " /*@ FORCE_INDEX=" + index + " */";
  }
}
