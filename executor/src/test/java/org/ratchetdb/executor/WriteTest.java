package org.ratchetdb.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.executor.TestDatabase.NULL;
import static org.ratchetdb.executor.TestDatabase.call;
import static org.ratchetdb.executor.TestDatabase.equalTo;
import static org.ratchetdb.executor.TestDatabase.input;
import static org.ratchetdb.executor.TestDatabase.literal;
import static org.ratchetdb.executor.TestDatabase.row;
import static org.ratchetdb.executor.TestSchema.column;
import static org.ratchetdb.executor.TestSchema.generated;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Interleave;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.physical.DmlPlan;
import org.ratchetdb.planner.physical.KeyCondition;
import org.ratchetdb.planner.physical.OutputColumn;
import org.ratchetdb.planner.physical.PhysicalExpr;
import org.ratchetdb.planner.physical.PhysicalPlan;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.TransactionOptions;

class WriteTest {
  private TestDatabase db;

  @BeforeEach
  void createDatabase() {
    TestSchema schema =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
            .table(
                "Users",
                1,
                column(1, "Id", SqlType.INT64, 0, true),
                column(2, "Name", SqlType.STRING, 5, true),
                column(3, "Mail", SqlType.STRING),
                column(4, "Age", SqlType.INT64),
                generated(5, "Next", SqlType.INT64));
    schema
        .child(
            "Posts",
            new Interleave(schema.idOf("Users"), true, true),
            2,
            column(1, "Id", SqlType.INT64),
            column(2, "Post", SqlType.INT64),
            column(3, "Text", SqlType.STRING))
        .child(
            "Orders",
            new Interleave(schema.idOf("Users"), true, false),
            2,
            column(1, "Id", SqlType.INT64),
            column(2, "Order", SqlType.INT64))
        .index("UniqueMail", "Users", true, List.of(3), List.of(2), List.of(3), null)
        .index("ByAge", "Users", false, List.of(4), List.of(2), List.of(), null)
        .index("ByText", "Posts", false, 3);
    db = new TestDatabase(schema.build());
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static void assertFails(ThrowingCallable work, ErrorCode code, String message) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.message()).contains(message);
            });
  }

  private DmlPlan.Insert userInsert(Object[]... rows) {
    return userInsert(DmlPlan.OnConflict.FAIL, List.of(), rows);
  }

  private DmlPlan.Insert userInsert(
      DmlPlan.OnConflict onConflict, List<Integer> updated, Object[]... rows) {
    Table users = db.table("Users");
    return new DmlPlan.Insert(
        db.schema(),
        users,
        TestDatabase.values(
            List.of(SqlType.INT64, SqlType.STRING, SqlType.STRING, SqlType.INT64), rows),
        List.of(1, 2, 3, 4),
        List.of(),
        List.of(nextIsAgePlusOne()),
        onConflict,
        updated,
        List.of(input(0, SqlType.INT64), input(4, SqlType.INT64)),
        List.of(new OutputColumn("Id", SqlType.INT64), new OutputColumn("Next", SqlType.INT64)));
  }

  private static DmlPlan.ComputedColumn nextIsAgePlusOne() {
    return new DmlPlan.ComputedColumn(
        5, call("add", SqlType.INT64, input(3, SqlType.INT64), literal(1)));
  }

  private DmlPlan.Update update(KeyCondition keys, int columnId, PhysicalExpr value) {
    Table users = db.table("Users");
    PhysicalPlan.Scan scan = db.scan("Users", keys);
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<OutputColumn> output = new ArrayList<>(scan.output());
    for (int i = 0; i < users.columns().size(); i++) {
      expressions.add(input(i, users.columns().get(i).type()));
    }
    expressions.add(value);
    output.add(new OutputColumn("", value.type()));
    return new DmlPlan.Update(
        db.schema(),
        users,
        new PhysicalPlan.Project(scan, expressions, output),
        List.of(columnId),
        List.of(nextIsAgePlusOne()),
        List.of(),
        List.of());
  }

  private DmlPlan.Delete delete(String table, KeyCondition keys) {
    return new DmlPlan.Delete(
        db.schema(), db.table(table), db.scan(table, keys), List.of(), List.of());
  }

  private List<List<Object>> index(String name, Integer... columnIds) {
    return db.query(db.scanIndex(name, List.of(columnIds), KeyCondition.FULL));
  }

  @Test
  void insertFillsGeneratedColumnsAndReturnsTheNewRows() {
    List<List<Object>> returned = new ArrayList<>();
    long count =
        db.runReturning(userInsert(row(1, "ann", "a@x", 30), row(2, "bob", NULL, NULL)), returned);
    assertThat(count).isEqualTo(2);
    assertThat(returned).containsExactly(List.of(1L, 31L), List.of(2L, "NULL"));
    assertThat(db.query(db.scan("Users")))
        .containsExactly(
            List.of(1L, "ann", "a@x", 30L, 31L), List.of(2L, "bob", "NULL", "NULL", "NULL"));
  }

  @Test
  void indexesFollowTheRows() {
    db.run(userInsert(row(1, "ann", "a@x", 30), row(2, "bob", NULL, NULL)));
    assertThat(index("UniqueMail", 3, 1, 2)).containsExactly(List.of("a@x", 1L, "ann"));
    assertThat(index("ByAge", 4, 1, 2))
        .containsExactly(List.of("NULL", 2L, "bob"), List.of(30L, 1L, "ann"));

    db.run(update(equalTo(1), 4, literal(20)));
    assertThat(index("ByAge", 4, 1)).containsExactly(List.of("NULL", 2L), List.of(20L, 1L));
    assertThat(db.query(db.scan("Users", equalTo(1))).get(0).get(4)).isEqualTo(21L);

    db.run(update(equalTo(1), 2, literal("eve")));
    assertThat(index("ByAge", 4, 2)).contains(List.of(20L, "eve"));

    db.run(delete("Users", equalTo(1)));
    assertThat(index("UniqueMail", 3)).isEmpty();
    assertThat(index("ByAge", 1)).containsExactly(List.of(2L));
  }

  @Test
  void constraintsAreCheckedInTheDialectsWords() {
    assertFails(
        () -> db.run(userInsert(row(1, NULL, NULL, 1))),
        ErrorCode.NOT_NULL_VIOLATION,
        "Cannot specify a null value for column: Name in table: Users");
    assertFails(
        () -> db.run(userInsert(row(1, "toolong", NULL, 1))),
        ErrorCode.STRING_TOO_LONG,
        "New value exceeds the maximum size limit for this column: Users.Name, size: 7, limit: 5.");
    db.run(userInsert(row(1, "äöüäö", "a", 1)));
    assertFails(
        () -> db.run(userInsert(row(1, "x", NULL, 1))),
        ErrorCode.PRIMARY_KEY_VIOLATION,
        "Row [1] in table Users already exists");
    assertFails(
        () -> db.run(userInsert(row(2, "x", "a", 1))),
        ErrorCode.UNIQUE_VIOLATION,
        "UNIQUE violation on index UniqueMail, duplicate key: [a] in this transaction.");
    assertFails(
        () -> db.run(userInsert(row(3, "x", NULL, 1), row(3, "y", NULL, 1))),
        ErrorCode.PRIMARY_KEY_VIOLATION,
        "Row [3]");
    assertFails(
        () -> db.run(update(equalTo(1), 1, literal(7))),
        ErrorCode.INVALID_ARGUMENT,
        "Cannot modify a primary key column with UPDATE");
    assertFails(
        () -> db.insert("Posts", row(1, 1, "t".repeat(9000))),
        ErrorCode.LIMIT_EXCEEDED,
        "Number of bytes for key of index ByText is");
  }

  @Test
  void failedStatementLeavesNothingInTheTransaction() {
    try (KvTransaction transaction = db.store().begin(TransactionOptions.DEFAULT)) {
      db.run(transaction, userInsert(row(1, "ann", "a", 1)));
      assertFails(
          () -> db.run(transaction, userInsert(row(2, "bob", "b", 1), row(3, "eve", "a", 1))),
          ErrorCode.UNIQUE_VIOLATION,
          "UniqueMail");
      transaction.commit();
    }
    assertThat(db.query(db.scan("Users"))).hasSize(1);
    assertThat(index("UniqueMail", 3)).containsExactly(List.of("a"));
  }

  @Test
  void uniqueValuesMayBeSwappedInOneStatement() {
    db.run(userInsert(row(1, "x", "a", 1), row(2, "x", "b", 2)));
    PhysicalExpr swapped =
        new PhysicalExpr.Case(
            List.of(
                new PhysicalExpr.When(
                    call("eq", SqlType.BOOL, input(2, SqlType.STRING), literal("a")),
                    literal("b"))),
            literal("a"),
            SqlType.STRING);
    db.run(update(KeyCondition.FULL, 3, swapped));
    assertThat(index("UniqueMail", 3, 1)).containsExactly(List.of("a", 2L), List.of("b", 1L));
  }

  @Test
  void conflictsAreSkippedOrOverwritten() {
    db.run(userInsert(row(1, "ann", "a", 1)));
    assertThat(
            db.run(
                userInsert(
                    DmlPlan.OnConflict.IGNORE,
                    List.of(),
                    row(1, "new", "n", 9),
                    row(2, "bob", "b", 2),
                    row(2, "two", "c", 2))))
        .isEqualTo(1);
    List<List<Object>> returned = new ArrayList<>();
    assertThat(
            db.runReturning(
                userInsert(
                    DmlPlan.OnConflict.UPDATE,
                    List.of(1, 3, 4),
                    row(1, "ann", "z", 50),
                    row(3, "cat", NULL, 3)),
                returned))
        .isEqualTo(2);
    assertThat(returned).containsExactly(List.of(1L, 51L), List.of(3L, 4L));
    assertThat(db.query(db.scan("Users", equalTo(1))))
        .containsExactly(List.of(1L, "ann", "z", 50L, 51L));
    assertThat(index("UniqueMail", 3)).containsExactly(List.of("b"), List.of("z"));
    assertFails(
        () ->
            db.run(
                userInsert(
                    DmlPlan.OnConflict.UPDATE,
                    List.of(1),
                    row(7, "x", NULL, 1),
                    row(7, "x", NULL, 1))),
        ErrorCode.CARDINALITY_VIOLATION,
        "Cannot affect a row second time for key: [7]");
  }

  @Test
  void childNeedsItsParent() {
    assertFails(
        () -> db.insert("Posts", row(1, 1, "t")),
        ErrorCode.PARENT_NOT_FOUND,
        "Insert failed because key was not found in parent table");
    db.run(userInsert(row(1, "ann", NULL, 1)));
    assertThat(db.insert("Posts", row(1, 1, "t"), row(1, 2, "u"))).isEqualTo(2);
  }

  @Test
  void deletionOfParentCascadesOrIsRefused() {
    db.run(userInsert(row(1, "ann", NULL, 1), row(2, "bob", NULL, 2)));
    db.insert("Posts", row(1, 1, "t"), row(1, 2, "u"), row(2, 1, "v"));
    db.insert("Orders", row(2, 1));
    assertThat(db.run(delete("Users", equalTo(1)))).isEqualTo(1);
    assertThat(db.query(db.scan("Posts"))).containsExactly(List.of(2L, 1L, "v"));
    assertThat(index("ByText", 3)).containsExactly(List.of("v"));
    assertFails(
        () -> db.run(delete("Users", equalTo(2))),
        ErrorCode.CHILD_ROWS_EXIST,
        "Delete failed because one or more keys exist within the child table: Orders");
    assertThat(db.query(db.scan("Posts"))).hasSize(1);
  }

  @Test
  void postgresNamesTheConstraint() {
    TestSchema schema =
        new TestSchema(Dialect.POSTGRESQL)
            .table(
                "t",
                1,
                column(1, "a", SqlType.INT64, 0, true),
                column(2, "b", SqlType.STRING, 2, true));
    schema.index("t_b", "t", true, 2);
    try (TestDatabase pg = new TestDatabase(schema.build())) {
      pg.insert("t", row(1, "x"));
      assertFails(
          () -> pg.insert("t", row(1, "y")),
          ErrorCode.PRIMARY_KEY_VIOLATION,
          "duplicate key value violates unique constraint \"PK_t\"");
      assertFails(
          () -> pg.insert("t", row(2, "x")),
          ErrorCode.UNIQUE_VIOLATION,
          "duplicate key value violates unique constraint \"t_b\"");
      assertFails(
          () -> pg.insert("t", row(2, NULL)),
          ErrorCode.NOT_NULL_VIOLATION,
          "null value in column \"b\" of relation \"t\" violates not-null constraint");
      assertFails(
          () -> pg.insert("t", row(2, "abc")),
          ErrorCode.STRING_TOO_LONG,
          "value too long for type character varying(2)");
    }
  }

  @Test
  void columnsThatRowsLackHaveTheirInitialValue() {
    TestSchema before =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL).table("T", 1, column(1, "K", SqlType.INT64));
    try (TestDatabase old = new TestDatabase(before.build())) {
      old.insert("T", row(1));
      Column added =
          new Column(
              2,
              "V",
              SqlType.STRING,
              0,
              "STRING",
              false,
              "'d'",
              null,
              false,
              null,
              false,
              false,
              List.of(),
              List.of(),
              TestDatabase.value("d"));
      Table table =
          new Table(
              1,
              "T",
              List.of(column(1, "K", SqlType.INT64), added),
              old.table("T").primaryKey(),
              null,
              3);
      PhysicalPlan.Scan scan =
          new PhysicalPlan.Scan(
              new org.ratchetdb.planner.physical.AccessPath(old.schema(), table, null),
              List.of(1, 2),
              KeyCondition.FULL,
              false,
              null,
              null,
              PhysicalPlan.ScanLock.SHARED,
              false,
              List.of(new OutputColumn("K", SqlType.INT64), new OutputColumn("V", SqlType.STRING)));
      assertThat(old.query(scan)).containsExactly(List.of(1L, "d"));
    }
  }

  @Test
  void pendingCommitTimestampBecomesTheTimestampOfTheCommit() {
    Column stamp =
        new Column(
            2,
            "At",
            SqlType.TIMESTAMP,
            0,
            "TIMESTAMP",
            false,
            null,
            null,
            false,
            null,
            false,
            true);
    TestSchema schema =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
            .table(
                "Log",
                1,
                column(1, "Id", SqlType.INT64),
                stamp,
                column(3, "Plain", SqlType.TIMESTAMP),
                column(4, "Text", SqlType.STRING));
    schema.index("ByText", "Log", false, List.of(4), List.of(2), List.of(), null);
    try (TestDatabase log = new TestDatabase(schema.build())) {
      PhysicalExpr pending = new PhysicalExpr.PendingCommitTimestamp();
      long committed;
      try (KvTransaction transaction = log.store().begin(TransactionOptions.DEFAULT)) {
        log.run(transaction, log.insertPlan("Log", row(1, pending, NULL, "x")));
        committed = transaction.commit().timestamp().micros();
      }
      org.ratchetdb.common.value.Value at =
          new org.ratchetdb.common.value.Value.Timestamp(committed, 0);
      assertThat(log.query(log.scan("Log"))).containsExactly(List.of(1L, at, "NULL", "x"));
      assertThat(log.query(log.scanIndex("ByText", List.of(4, 2), KeyCondition.FULL)))
          .containsExactly(List.of("x", at));
      assertFails(
          () -> log.insert("Log", row(2, NULL, pending, "y")),
          ErrorCode.FAILED_PRECONDITION,
          "Cannot write commit timestamp because the allow_commit_timestamp");
    }
  }

  @Test
  void pendingCommitTimestampCannotBeReadBeforeTheCommit() {
    Column stamp =
        new Column(
            2,
            "At",
            SqlType.TIMESTAMP,
            0,
            "TIMESTAMP",
            false,
            null,
            null,
            false,
            null,
            false,
            true);
    TestSchema schema =
        new TestSchema(Dialect.GOOGLE_STANDARD_SQL)
            .table("Log", 1, column(1, "Id", SqlType.INT64), stamp);
    try (TestDatabase log = new TestDatabase(schema.build());
        KvTransaction transaction = log.store().begin(TransactionOptions.DEFAULT)) {
      log.run(
          transaction, log.insertPlan("Log", row(1, new PhysicalExpr.PendingCommitTimestamp())));
      assertFails(
          () ->
              TestDatabase.rows(
                  PlanExecutor.open(
                      log.scan("Log"),
                      org.ratchetdb.executor.context.ExecutionContext.builder(
                              Dialect.GOOGLE_STANDARD_SQL)
                          .transaction(transaction)
                          .build())),
          ErrorCode.INVALID_ARGUMENT,
          "has a pending CommitTimestamp");
    }
  }
}
