package org.ratchetdb.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;
import org.ratchetdb.common.key.KeyRange;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckReport;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.api.ProgressListener;
import org.ratchetdb.engine.api.ResultCursor;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.engine.api.StatementResult;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.storage.api.KvCursor;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ReadBound;
import org.ratchetdb.storage.api.ReadView;
import org.ratchetdb.storage.api.ScanRequest;
import org.ratchetdb.storage.api.TransactionOptions;
import org.ratchetdb.storage.memory.MemoryKvStore;

/** CHECK DATABASE on sound databases, and on ones with something broken behind SQL's back. */
class DatabaseCheckTest {
  private static final int SINGERS = 1;

  private InstanceResources resources;
  private KvStore store;
  private RatchetInstance instance;
  private RatchetDatabase database;
  private Session session;

  @BeforeEach
  void open(@TempDir Path directory) {
    resources =
        new InstanceResources(
            InstanceOptions.DEFAULT, directory.resolve("spill"), JdkThreads.INSTANCE);
    store = MemoryKvStore.open(resources.storeOptions(), resources.storeEnvironment());
    instance = RatchetInstance.openMemory(InstanceOptions.DEFAULT);
    database =
        RatchetDatabase.open(
            "d", Dialect.GOOGLE_STANDARD_SQL, store, resources, new AtomicInteger(), instance);
    session = database.openSession(SessionOptions.DEFAULT);
    run(
        "CREATE TABLE Singers (Id INT64 NOT NULL, Name STRING(10), Age INT64,"
            + " Upper STRING(MAX) AS (UPPER(Name)) STORED) PRIMARY KEY (Id)");
    run(
        "CREATE TABLE Albums (Id INT64 NOT NULL, Album INT64 NOT NULL, Title STRING(MAX) NOT NULL)"
            + " PRIMARY KEY (Id, Album DESC), INTERLEAVE IN PARENT Singers ON DELETE CASCADE");
    run("CREATE INDEX ByName ON Singers (Name) STORING (Age)");
    run("CREATE UNIQUE NULL_FILTERED INDEX ByAge ON Singers (Age)");
    run("CREATE INDEX ByTitle ON Albums (Id, Title), INTERLEAVE IN Singers");
    for (int i = 0; i < 20; i++) {
      String age = i % 3 == 0 ? "NULL" : Integer.toString(i);
      run("INSERT INTO Singers (Id, Name, Age) VALUES (" + i + ", 'n" + i % 5 + "', " + age + ")");
      run("INSERT INTO Albums (Id, Album, Title) VALUES (" + i + ", 1, 'a'), (" + i + ", 2, 'b')");
    }
  }

  @AfterEach
  void close() {
    database.close();
    instance.close();
    resources.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private CheckReport check() {
    return database.check(ProgressListener.NONE);
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (CheckFinding finding : check().findings()) {
      if (finding.severity() != CheckFinding.Severity.INFO) {
        problems.add(
            finding.severity()
                + " "
                + finding.object()
                + " "
                + finding.key()
                + ": "
                + finding.problem());
      }
    }
    return problems;
  }

  private static Key singer(long id) {
    return new KeyEncoder().tag(SINGERS).putLong(id, KeyOrder.of(false, true)).toKey();
  }

  /** What is stored under the keys that begin with the tag of an object. */
  private List<Key> keysOf(String index) {
    int id = context().schemas().current().findIndex(index).orElseThrow().id();
    List<Key> keys = new ArrayList<>();
    try (ReadView view = store.readAt(ReadBound.STRONG);
        KvCursor cursor =
            view.scan(
                ScanRequest.forward(
                    KeyRange.prefix(new KeyEncoder().tag(id).toKey()), LockMode.NONE))) {
      while (cursor.next()) {
        keys.add(Key.wrap(cursor.key().toByteArray()));
      }
    }
    return keys;
  }

  private DatabaseContext context() {
    return database.context();
  }

  private void delete(Key key) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      transaction.delete(key);
      transaction.commit();
    }
  }

  private void put(Key key, byte[] payload) {
    try (KvTransaction transaction = store.begin(TransactionOptions.DEFAULT)) {
      transaction.put(key, payload);
      transaction.commit();
    }
  }

  private byte[] get(Key key) {
    try (ReadView view = store.readAt(ReadBound.STRONG)) {
      return view.getAll(List.of(key), LockMode.NONE).get(0);
    }
  }

  @Test
  void soundDatabaseIsCleanAndCounted() {
    CheckReport report = check();

    assertThat(report.isClean()).isTrue();
    assertThat(report.rows()).isEqualTo(60);
    assertThat(report.entries()).isEqualTo(20 + 13 + 40);
    assertThat(report.findings()).hasSize(1);
    assertThat(report.findings().get(0).problem()).startsWith("No problems found");
  }

  @Test
  void staysCleanWhileSchemaAndRowsChange() {
    run("ALTER TABLE Singers ADD COLUMN Born DATE");
    run("ALTER TABLE Singers ADD COLUMN Rank INT64 NOT NULL DEFAULT (7)");
    run("CREATE INDEX ByRank ON Singers (Rank)");
    run("UPDATE Singers SET Name = 'x', Rank = 8 WHERE Id < 4");
    run("DELETE FROM Singers WHERE Id = 5");
    run("DROP INDEX ByName");
    run("DROP INDEX ByTitle");
    run("DROP TABLE Albums");

    assertThat(problems()).isEmpty();
  }

  @Test
  void missingEntryIsNamed() {
    delete(keysOf("ByName").get(3));

    assertThat(problems())
        .containsExactly(
            "ERROR index ByName ByName(n0,15): The entry of row Singers(15) is missing");
  }

  @Test
  void entryWithoutRowIsNamed() {
    Key key = singer(7);
    byte[] payload = get(key);
    run("DELETE FROM Albums WHERE Id = 7");
    delete(key);

    assertThat(problems())
        .containsExactlyInAnyOrder(
            "ERROR index ByName ByName(n2,7): The entry stands for a row that does not exist",
            "ERROR index ByAge ByAge(7): The entry stands for a row that does not exist");
    put(key, payload);
    assertThat(problems()).isEmpty();
  }

  @Test
  void entryOfAnOlderRowIsNamed() {
    Key key = singer(4);
    byte[] before = get(key);
    run("UPDATE Singers SET Name = 'changed', Age = 40 WHERE Id = 4");
    put(key, before);

    assertThat(problems())
        .containsExactlyInAnyOrder(
            "ERROR index ByName ByName(n4,4): The entry of row Singers(4) is missing",
            "ERROR index ByName ByName(changed,4): The entry is not that of row Singers(4) any"
                + " more",
            "ERROR index ByAge ByAge(4): The entry of row Singers(4) is missing",
            "ERROR index ByAge ByAge(40): The entry is not that of row Singers(4) any more");
  }

  @Test
  void wrongStoredColumnIsNamed() {
    byte[] other = get(keysOf("ByName").get(1));
    Key key = keysOf("ByName").get(5);
    put(key, other);

    assertThat(problems())
        .containsExactly(
            "ERROR index ByName ByName(n1,6): The entry does not hold what row Singers(6) holds");
  }

  @Test
  void childWithoutParentIsNamed() {
    delete(singer(3));

    assertThat(problems())
        .contains(
            "ERROR table Albums Albums(3,2): The row has no parent row",
            "ERROR table Albums Albums(3,1): The row has no parent row");
  }

  @Test
  void damagedRowIsNamed() {
    put(singer(2), new byte[] {1, 2, 3});

    assertThat(problems()).anyMatch(p -> p.startsWith("ERROR table Singers Singers(2): The row"));
  }

  @Test
  void rowThatBreaksItsDeclarationIsNamed() {
    put(singer(1), get(singer(0)));
    assertThat(problems()).isNotEmpty();
    run("ALTER TABLE Singers ALTER COLUMN Name STRING(20)");
    run("UPDATE Singers SET Name = 'longer than ten' WHERE Id = 9");
    byte[] longName = get(singer(9));
    run("UPDATE Singers SET Name = 'n' WHERE TRUE");
    run("ALTER TABLE Singers ALTER COLUMN Name STRING(10)");
    put(singer(9), longName);

    assertThat(problems())
        .anyMatch(p -> p.startsWith("ERROR table Singers Singers(9): The row breaks its decl"));
  }

  @Test
  void keyOfNoObjectIsNamed() {
    put(new KeyEncoder().tag(4000).putLong(1, KeyOrder.of(false, true)).toKey(), new byte[1]);

    assertThat(problems())
        .containsExactly(
            "WARNING object 4000 0x"
                + new KeyEncoder().tag(4000).putLong(1, KeyOrder.of(false, true)).toKey()
                + ": Rows are stored for an object that does not exist");
  }

  @Test
  void damagedSplitMapIsNamed() {
    store.putMeta(
        Key.wrap("splits/map".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
        new byte[] {9, 9});

    assertThat(problems()).containsExactly("ERROR split map null: The stored split map is damaged");
  }

  @Test
  void statementAnswersWithRows() {
    delete(keysOf("ByAge").get(0));

    List<String> rows = new ArrayList<>();
    try (StatementResult result = session.execute("CHECK DATABASE")) {
      ResultCursor cursor = Objects.requireNonNull(result.cursor());
      while (cursor.next()) {
        rows.add(cursor.getString(0) + " " + cursor.getString(1));
      }
    }

    assertThat(rows).containsExactly("ERROR index ByAge", "INFO database d");
  }

  @Test
  void whatTheListenerThrowsStopsIt() {
    AtomicReference<String> phase = new AtomicReference<>("");
    assertThatThrownBy(
            () ->
                database.check(
                    (name, unit, done, total) -> {
                      phase.set(name);
                      throw new DbException(ErrorCode.CANCELLED, "stop");
                    }))
        .isInstanceOf(DbException.class)
        .hasMessage("stop");
    assertThat(phase.get()).isEqualTo("rows");
  }
}
