package org.ratchetdb.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.key.ByteSlice;
import org.ratchetdb.common.key.Key;
import org.ratchetdb.storage.api.Cells;
import org.ratchetdb.storage.api.CommitOptions;
import org.ratchetdb.storage.api.CommitResult;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.PayloadMerger;
import org.ratchetdb.storage.mvcc.OldVersionCheck;
import org.ratchetdb.storage.mvcc.PatchBases;
import org.ratchetdb.storage.mvcc.PreparedWrites;
import org.ratchetdb.storage.mvcc.SharedSnapshot;
import org.ratchetdb.storage.mvcc.Version;
import org.ratchetdb.storage.mvcc.WriteSet;
import org.ratchetdb.tests.simulation.store.DiskFaults;
import org.ratchetdb.tests.simulation.store.LogRecord;
import org.ratchetdb.tests.simulation.store.SimulatedDisk;
import org.ratchetdb.tests.simulation.store.SimulatedEngine;
import org.ratchetdb.tests.simulation.workload.CellMerger;
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
  private static final int SEEDS_MAX = 1_000;

  private static @Nullable SimulationFailure run(long seed, Bugs bugs) {
    try {
      StoreSimulation.run(new World(seed, WorldOptions.DEFAULT), bugs);
      return null;
    } catch (SimulationFailure e) {
      return e;
    }
  }

  /** Writes that are stored as they should be, as far as a bug does not change them. */
  private static class SameWrites implements WriteSet {
    final WriteSet writes;

    SameWrites(WriteSet writes) {
      this.writes = writes;
    }

    @Override
    public int size() {
      return writes.size();
    }

    @Override
    public long bytes() {
      return writes.bytes();
    }

    @Override
    public void forEachData(DataVisitor visitor) {
      writes.forEachData(visitor);
    }

    @Override
    public void forEachStamped(StampedVisitor visitor) {
      writes.forEachStamped(visitor);
    }

    @Override
    public void forEachMeta(Visitor visitor) {
      writes.forEachMeta(visitor);
    }
  }

  /** Finds the bug, then finds it again with the seed that the failure names. */
  private static void assertFound(Bugs bugs, String... signs) {
    for (long seed = 1; seed <= SEEDS_MAX; seed++) {
      SimulationFailure failure = run(seed, bugs);
      if (failure != null) {
        String message = Objects.requireNonNull(failure.getMessage());
        assertThat(message).containsAnyOf(signs);
        assertThat(message).contains("-Dsim.seed=" + seed);
        SimulationFailure again = Objects.requireNonNull(run(failure.seed(), bugs));
        assertThat(again.getMessage()).isEqualTo(message);
        System.out.println("Planted bug found: " + message.lines().findFirst().orElseThrow());
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
  void anAnswerThatIsNotOnDisk() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              @Override
              public void publish(SharedSnapshot written, long firstMicros, boolean durable) {
                // A publish that fails has the state given back, which is in use here by then.
                assertThat(written.tryRetain()).isTrue();
                super.publish(written, firstMicros, false);
                if (durable) {
                  sync();
                }
              }
            };
          }
        },
        "An answer shows what was lost");
  }

  @Test
  void anAnswerOfATransactionThatDoesNotWaitForWhatItHasRead() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              @Override
              public long appliedMicros() {
                return writtenMicros();
              }
            };
          }
        },
        "An answer shows what was lost",
        "where the serial order has",
        "Did not read from one snapshot");
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

  @Test
  void aPatchThatDropsTheOlderCells() {
    assertFound(
        new Bugs() {
          @Override
          protected PayloadMerger merger() {
            return new CellMerger() {
              @Override
              protected byte[] merge(byte[] base, byte[] patch) {
                return patch;
              }
            };
          }
        },
        "A transaction was written in part",
        "where the serial order has",
        "Saw a mixture of states",
        "and then read",
        "Did not read from one snapshot");
  }

  @Test
  void aPatchLaidOverTheVersionBeforeTheNewest() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              @Override
              public PreparedWrites prepare(
                  WriteSet writes, OldVersionCheck check, PatchBases bases, PayloadMerger merger) {
                PatchBases outdated =
                    new PatchBases() {
                      @Override
                      public boolean find(Key key, Version into) {
                        return findBefore(key, into);
                      }

                      @Override
                      public void patched(Key key, PayloadMerger.Merged result) {
                        bases.patched(key, result);
                      }
                    };
                return super.prepare(writes, check, outdated, merger);
              }

              /** As if another could commit between the read of a version and the commit. */
              private boolean findBefore(Key key, Version into) {
                SharedSnapshot snapshot = acquireSnapshot();
                try {
                  return get(snapshot, key, into)
                      && getAt(snapshot, into.timestampMicros() - 1, key, into);
                } finally {
                  snapshot.release();
                }
              }
            };
          }
        },
        "where the serial order has",
        "Saw a mixture of states",
        "Did not read from one snapshot");
  }

  @Test
  void anOptimisticCheckThatForgetsAColumn() {
    assertFound(
        new Bugs() {
          @Override
          protected PayloadMerger merger() {
            return new CellMerger() {
              @Override
              public long changedCells(ByteSlice before, ByteSlice after) {
                return super.changedCells(before, after) & ~Cells.column(1);
              }
            };
          }
        },
        "where the serial order has",
        "or overwrote a newer version");
  }

  @Test
  void aStampedKeyWhoseRowHasAnotherTimestamp() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedEngine engine(
              SimulatedProcess process, SimulatedDisk disk, DiskFaults faults, Duration retention) {
            return new SimulatedEngine(process, disk, faults, retention) {
              @Override
              protected WriteSet toStore(WriteSet writes) {
                return new SameWrites(writes) {
                  @Override
                  public void forEachStamped(StampedVisitor visitor) {
                    // The time of the write, which is only near that of the commit.
                    writes.forEachStamped(
                        (key, payload, stamps) -> {
                          byte[] early = payload.clone();
                          for (int offset : stamps) {
                            ByteBuffer.wrap(early).putLong(offset, process.nowMicros());
                          }
                          visitor.write(key, early, new int[0]);
                        });
                  }
                };
              }
            };
          }
        },
        "A key holds another commit timestamp than its row");
  }

  @Test
  void aCommitThatIsCancelledAndWrittenAllTheSame() {
    assertFound(
        new Bugs() {
          private int commits;

          @Override
          protected CommitResult commit(KvTransaction transaction, CommitOptions options) {
            CommitResult result = super.commit(transaction, options);
            if (++commits % 5 == 0) {
              throw new DbException(ErrorCode.DEADLINE_EXCEEDED, "Too late, and done");
            }
            return result;
          }
        },
        "A transaction without effect is in the log");
  }

  @Test
  void aDiskThatLosesWhatIsInTheMiddle() {
    assertFound(
        new Bugs() {
          @Override
          protected SimulatedDisk disk(SplittableRandom random) {
            return new SimulatedDisk(random) {
              @Override
              protected void lose(List<LogRecord> records, int from) {
                if (from < records.size()) {
                  records.remove(from);
                }
              }
            };
          }
        },
        "A commit is lost and a later one is not",
        "An acknowledged transaction is lost");
  }
}
