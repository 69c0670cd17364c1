package org.ratchetdb.executor.context;

import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.common.time.Ticker;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.profile.ExecutionProfile;
import org.ratchetdb.storage.api.KvReader;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.ReadView;

/**
 * Everything that one execution of a plan needs from outside. Owned by the thread that executes;
 * see {@link #forPart} for others that help it.
 */
public final class ExecutionContext {
  private static final long DEFAULT_MEMORY_BYTES = 256L << 20;

  private final Dialect dialect;
  private final @Nullable KvReader reader;
  private final @Nullable KvTransaction transaction;
  private final WriteAccount writes;
  private final List<Value> parameters;
  private final long statementMicros;
  private final ZoneId zone;
  private final SequenceSource sequences;
  private final @Nullable Randomness randomness;
  private final SplitRanges splits;
  private final Helpers helpers;
  private final SystemTables systemTables;
  private final SessionFacts sessionFacts;
  private final Backends backends;
  private final MemoryBudget memory;
  private final CancellationToken cancellation;
  private final @Nullable Ticker ticker;
  private final long deadlineNanos;
  private final @Nullable Path spillDirectory;
  private final @Nullable ExecutionProfile profile;

  private ExecutionContext(Builder builder) {
    this.dialect = builder.dialect;
    this.reader = builder.reader;
    this.transaction = builder.transaction;
    this.writes = builder.writes;
    this.parameters = builder.parameters;
    this.statementMicros = builder.statementMicros;
    this.zone = builder.zone;
    this.sequences = builder.sequences;
    this.randomness = builder.randomness;
    this.splits = builder.splits;
    this.helpers = builder.helpers;
    this.systemTables = builder.systemTables;
    this.sessionFacts = builder.sessionFacts;
    this.backends = builder.backends;
    this.memory = new MemoryBudget(builder.memoryBytesMax);
    this.cancellation = builder.cancellation;
    this.ticker = builder.ticker;
    this.deadlineNanos = builder.deadlineNanos;
    this.spillDirectory = builder.spillDirectory;
    this.profile = builder.profile;
  }

  private ExecutionContext(ExecutionContext other, ReadView view) {
    this.dialect = other.dialect;
    this.reader = view;
    this.transaction = null;
    this.writes = other.writes;
    this.parameters = other.parameters;
    this.statementMicros = other.statementMicros;
    this.zone = other.zone;
    this.sequences = other.sequences;
    this.randomness = other.randomness;
    this.splits = other.splits;
    this.helpers = Helpers.NONE;
    this.systemTables = other.systemTables;
    this.sessionFacts = other.sessionFacts;
    this.backends = other.backends;
    this.memory = other.memory;
    this.cancellation = other.cancellation;
    this.ticker = other.ticker;
    this.deadlineNanos = other.deadlineNanos;
    this.spillDirectory = other.spillDirectory;
    this.profile = null;
  }

  /**
   * The context of a part of this execution that another thread may run: it reads a view of its own
   * and shares the memory budget, the deadline and the cancellation, but not the profile.
   */
  public ExecutionContext forPart(ReadView view) {
    return new ExecutionContext(this, view);
  }

  public static Builder builder(Dialect dialect) {
    return new Builder(dialect);
  }

  public Dialect dialect() {
    return dialect;
  }

  public boolean isPostgres() {
    return dialect == Dialect.POSTGRESQL;
  }

  /** Where scans read. */
  public KvReader reader() {
    if (reader == null) {
      throw new DbException(ErrorCode.INVALID_ARGUMENT, "No table can be read here");
    }
    return profile == null ? reader : profile.measured(reader);
  }

  /** Where DML writes. */
  public KvTransaction transaction() {
    if (transaction == null) {
      throw new DbException(
          ErrorCode.READ_ONLY_TRANSACTION,
          dialect == Dialect.POSTGRESQL
              ? "cannot execute statement in a read-only transaction"
              : "DML statements can only be performed in a read-write or partitioned-dml"
                  + " transaction.");
    }
    return transaction;
  }

  /** What the transaction has written so far. */
  public WriteAccount writes() {
    return writes;
  }

  public boolean inReadWriteTransaction() {
    return transaction != null;
  }

  public List<Value> parameters() {
    return parameters;
  }

  /** The time of CURRENT_TIMESTAMP, in microseconds since the epoch. */
  public long statementMicros() {
    return statementMicros;
  }

  public ZoneId zone() {
    return zone;
  }

  public SequenceSource sequences() {
    return sequences;
  }

  public Randomness randomness() {
    if (randomness == null) {
      throw DbException.notSupported("A random value here");
    }
    return randomness;
  }

  public SplitRanges splits() {
    return splits;
  }

  /** Who may take over parts of large reads; nobody while it is noted what operators do. */
  public Helpers helpers() {
    return profile == null ? helpers : Helpers.NONE;
  }

  public SystemTables systemTables() {
    return systemTables;
  }

  public SessionFacts sessionFacts() {
    return sessionFacts;
  }

  public Backends backends() {
    return backends;
  }

  public MemoryBudget memory() {
    return memory;
  }

  /** Where operators note what they do, or null when nobody wants to know. */
  public @Nullable ExecutionProfile profile() {
    return profile;
  }

  /** Directory for the files of operators that run out of memory; fails when there is none. */
  public Path spillDirectory() {
    if (spillDirectory == null) {
      throw new DbException(
          ErrorCode.OUT_OF_MEMORY, "Query needs more memory than it may use and may not spill");
    }
    return spillDirectory;
  }

  /**
   * Fails when the execution has been cancelled or has run out of time; keeps the transaction
   * alive.
   */
  public void checkAlive() {
    if (transaction != null) {
      transaction.keepAlive();
    }
    if (cancellation.isCancelled()) {
      throw new DbException(
          ErrorCode.CANCELLED,
          isPostgres() ? "canceling statement due to user request" : "Statement was cancelled");
    }
    if (ticker != null && ticker.nanos() - deadlineNanos > 0) {
      throw new DbException(
          ErrorCode.DEADLINE_EXCEEDED,
          isPostgres() ? "canceling statement due to statement timeout" : "Deadline exceeded");
    }
  }

  /** Sets up a context; what is not set has a harmless default. */
  public static final class Builder {
    private final Dialect dialect;
    private @Nullable KvReader reader;
    private @Nullable KvTransaction transaction;
    private WriteAccount writes = new WriteAccount();
    private List<Value> parameters = List.of();
    private long statementMicros;
    private ZoneId zone = ZoneOffset.UTC;
    private SequenceSource sequences =
        id -> {
          throw new DbException(
              ErrorCode.INVALID_ARGUMENT,
              "The following functions can only be used in a read-write or partitioned-dml"
                  + " transaction: GET_NEXT_SEQUENCE_VALUE");
        };
    private @Nullable Randomness randomness;
    private SplitRanges splits = SplitRanges.NONE;
    private Helpers helpers = Helpers.NONE;
    private SystemTables systemTables = SystemTables.NONE;
    private SessionFacts sessionFacts = SessionFacts.NONE;
    private Backends backends = Backends.NONE;
    private long memoryBytesMax = DEFAULT_MEMORY_BYTES;
    private CancellationToken cancellation = new CancellationToken();
    private @Nullable Ticker ticker;
    private long deadlineNanos;
    private @Nullable Path spillDirectory;
    private @Nullable ExecutionProfile profile;

    private Builder(Dialect dialect) {
      this.dialect = dialect;
    }

    /** Where to read when there is no transaction. */
    public Builder reader(KvReader value) {
      this.reader = value;
      return this;
    }

    /** Where to read and write. */
    public Builder transaction(KvTransaction value) {
      this.transaction = value;
      this.reader = value;
      return this;
    }

    /** What the transaction has written so far; nothing when this is not called. */
    public Builder writes(WriteAccount value) {
      this.writes = value;
      return this;
    }

    /** One value per parameter; the list is not copied and must not change. */
    public Builder parameters(List<Value> values) {
      this.parameters = values;
      return this;
    }

    public Builder statementMicros(long epochMicros) {
      this.statementMicros = epochMicros;
      return this;
    }

    public Builder zone(ZoneId value) {
      this.zone = value;
      return this;
    }

    public Builder sequences(SequenceSource value) {
      this.sequences = value;
      return this;
    }

    public Builder randomness(Randomness value) {
      this.randomness = value;
      return this;
    }

    public Builder splits(SplitRanges value) {
      this.splits = value;
      return this;
    }

    public Builder helpers(Helpers value) {
      this.helpers = value;
      return this;
    }

    public Builder systemTables(SystemTables value) {
      this.systemTables = value;
      return this;
    }

    public Builder sessionFacts(SessionFacts value) {
      this.sessionFacts = value;
      return this;
    }

    public Builder backends(Backends value) {
      this.backends = value;
      return this;
    }

    public Builder memoryBytesMax(long bytes) {
      this.memoryBytesMax = bytes;
      return this;
    }

    public Builder cancellation(CancellationToken token) {
      this.cancellation = token;
      return this;
    }

    /** Fails executions once the ticker has passed that many nanoseconds. */
    public Builder deadline(Ticker value, long nanos) {
      this.ticker = value;
      this.deadlineNanos = nanos;
      return this;
    }

    public Builder spillDirectory(Path directory) {
      this.spillDirectory = directory;
      return this;
    }

    /** Measures the execution; only for a plan compiled to be measured. */
    public Builder profile(ExecutionProfile value) {
      this.profile = value;
      return this;
    }

    public ExecutionContext build() {
      return new ExecutionContext(this);
    }
  }
}
