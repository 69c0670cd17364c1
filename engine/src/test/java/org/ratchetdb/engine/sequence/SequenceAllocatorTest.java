package org.ratchetdb.engine.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ratchetdb.catalog.change.AlterSequence;
import org.ratchetdb.catalog.change.CreateSequence;
import org.ratchetdb.catalog.change.DropSequence;
import org.ratchetdb.catalog.change.SchemaChange;
import org.ratchetdb.catalog.change.SequenceAlteration;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.common.error.CanonicalStatus;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.time.ManualClock;
import org.ratchetdb.common.time.ManualScheduler;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.ddl.DdlRunner;
import org.ratchetdb.engine.ddl.JobControl;
import org.ratchetdb.engine.ddl.SchemaStore;
import org.ratchetdb.engine.txn.SchemaGate;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.memory.MemoryKvStore;
import org.ratchetdb.storage.txn.StoreEnvironment;
import org.ratchetdb.storage.txn.StoreOptions;

class SequenceAllocatorTest {
  private final ManualClock clock = new ManualClock(1_000_000);
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final KvStore store =
      MemoryKvStore.open(StoreOptions.DEFAULT, new StoreEnvironment(clock, clock, scheduler));
  private final SchemaStore schemas = SchemaStore.open(store, Dialect.GOOGLE_STANDARD_SQL);
  private final SequenceAllocator allocator =
      new SequenceAllocator(store, schemas, JdkThreads.INSTANCE);
  private final DdlRunner runner =
      new DdlRunner(
          store,
          schemas,
          new SchemaGate(schemas.current().version(), JdkThreads.INSTANCE),
          allocator,
          clock,
          scheduler,
          JdkThreads.INSTANCE,
          () -> Duration.ofHours(1));

  @AfterEach
  void close() {
    runner.close();
    store.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 4611686018427387904",
    "2, 2305843009213693952",
    "3, 6917529027641081856",
    "7, 8070450532247928832",
    "50, 2738188573441261568",
    "100, 1369094286720630784"
  })
  void valuesAreTheCounterInReverse(long counter, long value) {
    assertThat(SequenceAllocator.reverse(counter)).isEqualTo(value);
  }

  @Test
  void countsFromTheStart() {
    int id = create(new SequenceSpec(true, 6L, null, null));
    assertThat(allocator.state(id)).isEmpty();
    assertThat(allocator.next(id)).isEqualTo(3458764513820540928L);
    assertThat(allocator.next(id)).isEqualTo(8070450532247928832L);
    assertThat(allocator.state(id)).hasValue(8);
  }

  @Test
  void valuesOfTheSkipRangeAreLeftOut() {
    // The values of the counters 2 and 3.
    int id = create(new SequenceSpec(true, null, 2305843009213693952L, 2305843009213693952L));
    assertThat(List.of(allocator.next(id), allocator.next(id)))
        .containsExactly(4611686018427387904L, 6917529027641081856L);
  }

  @Test
  void sequenceThatSkipsEverythingIsExhausted() {
    int id = create(new SequenceSpec(true, null, 1L, Long.MAX_VALUE));
    DbException exhausted = catchThrowableOfType(DbException.class, () -> allocator.next(id));
    assertThat(exhausted).hasMessage("Sequence S is exhausted");
    assertThat(exhausted.code().status()).isEqualTo(CanonicalStatus.FAILED_PRECONDITION);
  }

  @Test
  void lastCounterIsExhausted() {
    int id = create(new SequenceSpec(true, Long.MAX_VALUE - 1, null, null));
    assertThat(allocator.next(id)).isPositive();
    assertThat(catchThrowableOfType(DbException.class, () -> allocator.next(id)))
        .hasMessage("Sequence S is exhausted");
  }

  @Test
  void crashRepeatsNothing() {
    int id = create(SequenceSpec.BIT_REVERSED);
    Set<Long> values = new HashSet<>();
    for (int i = 0; i < 1_500; i++) {
      values.add(allocator.next(id));
    }
    SequenceAllocator afterCrash = new SequenceAllocator(store, schemas, JdkThreads.INSTANCE);
    for (int i = 0; i < 1_500; i++) {
      values.add(afterCrash.next(id));
    }
    assertThat(values).hasSize(3_000);
  }

  @Test
  void cleanRestartLeavesNoGap() {
    int id = create(SequenceSpec.BIT_REVERSED);
    allocator.next(id);
    allocator.close();
    SequenceAllocator next = new SequenceAllocator(store, schemas, JdkThreads.INSTANCE);
    assertThat(next.state(id)).hasValue(2);
    assertThat(next.next(id)).isEqualTo(SequenceAllocator.reverse(2));
  }

  @Test
  void restartGoesOnAtTheCounter() {
    int id = create(SequenceSpec.BIT_REVERSED);
    allocator.next(id);
    run(new AlterSequence("S", SequenceAlteration.restartCounter(500), false));
    assertThat(allocator.next(id)).isEqualTo(SequenceAllocator.reverse(500));
  }

  @Test
  void droppedSequenceIsNotFound() {
    int id = create(SequenceSpec.BIT_REVERSED);
    allocator.next(id);
    run(new DropSequence("S", false));
    assertThat(catchThrowableOfType(DbException.class, () -> allocator.next(id)).code())
        .isEqualTo(ErrorCode.OBJECT_NOT_FOUND);
  }

  @Test
  void eightThreadsGetDifferentPositiveValues() throws Exception {
    int id = create(SequenceSpec.BIT_REVERSED);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<List<Long>>> drawn = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      drawn.add(
          threads.submit(
              () -> {
                List<Long> values = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                  values.add(allocator.next(id));
                }
                return values;
              }));
    }
    threads.shutdown();
    Set<Long> all = new HashSet<>();
    for (Future<List<Long>> values : drawn) {
      all.addAll(values.get(30, TimeUnit.SECONDS));
    }
    assertThat(all).hasSize(8_000).allMatch(value -> value > 0);
  }

  private int create(SequenceSpec spec) {
    run(new CreateSequence("S", spec, false));
    return schemas.current().sequences().get(0).id();
  }

  private void run(SchemaChange change) {
    runner.execute(schema -> change, JobControl.NONE);
  }
}
