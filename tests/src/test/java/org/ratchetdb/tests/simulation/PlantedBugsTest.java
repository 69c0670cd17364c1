package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ratchetdb.tests.simulation.store.DiskFaults;
import org.ratchetdb.tests.simulation.store.SimulatedDisk;
import org.ratchetdb.tests.simulation.store.SimulatedEngine;
import org.ratchetdb.tests.simulation.workload.StoreSimulation;
import org.ratchetdb.tests.simulation.workload.StoreSimulation.Bugs;
import org.ratchetdb.tests.simulation.world.SimulatedProcess;
import org.ratchetdb.tests.simulation.world.SimulationFailure;
import org.ratchetdb.tests.simulation.world.World;
import org.ratchetdb.tests.simulation.world.WorldOptions;

/**
 * A simulation that finds nothing may be blind. Here the database has a bug, planted from outside;
 * some seed must meet it, and that seed must meet it again.
 */
@ExtendWith(QuietLog.class)
final class PlantedBugsTest {
  private static final int SEEDS_MAX = 500;

  private static @Nullable SimulationFailure run(long seed, Bugs bugs) {
    try {
      StoreSimulation.run(new World(seed, WorldOptions.DEFAULT), bugs);
      return null;
    } catch (SimulationFailure e) {
      return e;
    }
  }

  /** Finds the bug, then finds it again with the seed that the failure names. */
  private static void assertFound(Bugs bugs, String... signs) {
    for (long seed = 1; seed <= SEEDS_MAX; seed++) {
      SimulationFailure failure = run(seed, bugs);
      if (failure != null) {
        assertThat(failure.getMessage()).containsAnyOf(signs);
        assertThat(failure.getMessage()).contains("-Dsim.seed=" + seed);
        SimulationFailure again = Objects.requireNonNull(run(failure.seed(), bugs));
        assertThat(again.getMessage()).isEqualTo(failure.getMessage());
        return;
      }
    }
    fail("Not found in " + SEEDS_MAX + " seeds");
  }

  @Test
  void aLostWakeUp() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedProcess process(World world, String name) {
            return new SimulatedProcess(world, name) {
              private int wakeUps;

              @Override
              public void unpark(Thread thread) {
                if (++wakeUps % 5 != 0) {
                  super.unpark(thread);
                }
              }
            };
          }
        },
        "lost wake-up");
  }

  @Test
  void anUnsyncedAcknowledgement() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              @Override
              protected void sync() {
                // It will be on disk soon enough.
              }
            };
          }
        },
        "An acknowledged transaction is lost");
  }

  @Test
  void aTimestampHandedOutTwice() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              private int commits;
              private long last;

              @Override
              protected long timestamp(long micros) {
                // As if the sequence had forgotten to count once.
                last = ++commits % 10 == 0 ? last : micros;
                return last;
              }
            };
          }
        },
        "A timestamp was handed out twice");
  }

  @Test
  void readsThatDoNotLock() {
    assertFound(
        new Bugs() {
          @Override
          protected boolean readsWithoutLocks() {
            return true;
          }
        },
        "where the serial order has",
        "Saw a mixture of states");
  }
}
