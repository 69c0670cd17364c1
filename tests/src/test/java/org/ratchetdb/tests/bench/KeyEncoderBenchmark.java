package org.ratchetdb.tests.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.ratchetdb.common.key.KeyEncoder;
import org.ratchetdb.common.key.KeyOrder;

/** What it costs to build the key of one row; every read and write pays it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class KeyEncoderBenchmark {
  private final KeyEncoder encoder = new KeyEncoder();
  private long id;

  @Benchmark
  public int childKeyOfTwoNumbers() {
    id += 7919;
    return encoder
        .reset()
        .tag(1)
        .putLong(id, KeyOrder.ASC)
        .tag(2)
        .putLong(id & 0xFF, KeyOrder.DESC)
        .length();
  }

  @Benchmark
  public int keyOfShortString() {
    return encoder.reset().tag(1).putString("customer-000017", KeyOrder.ASC).length();
  }
}
