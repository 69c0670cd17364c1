package org.ratchetdb.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptionsFIFO;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/** An opened RocksDB directory: the database, its families, and the options it must outlive. */
final class RocksDirectory implements AutoCloseable {
  private static final String DATA = "data";
  private static final String HISTORY = "history";
  private static final String META = "meta";

  private static final int BLOCK_BYTES = 8 << 10;
  private static final double BLOOM_BITS_PER_KEY = 10;

  /** Of a memtable's bytes: an insert, which looks its key up twice, need not search for it. */
  private static final double MEMTABLE_BLOOM_SHARE = 0.02;

  /**
   * An insert begins its search where the last one with this prefix was. The keys of a commit are
   * in order, which makes its inserts a quarter cheaper; one key alone loses nothing.
   */
  private static final String INSERT_HINTS = "rocksdb.FixedPrefix.1";

  /**
   * Memtables that become one file. The smaller they are, the more of an insert's search is found
   * in the processor's cache, but a scan has to merge them; history is hardly ever scanned. With 64
   * MiB in all an insert takes 2.3 us in one memtable, 1.9 in two, 1.3 in four.
   */
  private static final int DATA_MEMTABLES = 2;

  private static final int HISTORY_MEMTABLES = 4;

  /** Memtables that may be on their way to a file while others are written. */
  private static final int MEMTABLES_FLUSHED = 2;

  private static final int RECYCLED_LOGS = 4;
  private static final int BACKGROUND_JOBS = 2;
  private static final int OPENING_THREADS_MAX = 16;
  private static final int TABLES_PER_THREAD = 64;
  private static final int READ_ONLY_TABLES_MAX = 64;
  private static final int INFO_LOGS_KEPT = 3;

  /**
   * Bounds what a restart must replay, and so how long it takes; and how soon a log is used again,
   * which a commit waits less for than for a file that grows.
   */
  private static final long LOG_BYTES_MAX = 128L << 20;

  /** Files that old live no longer change; what is left in them then is worth dropping. */
  private static final Duration REWRITE_DELAY = Duration.ofDays(1);

  private static final long SMALL_MEMTABLE_BYTES = 4L << 20;

  /** FIFO compaction must drop by age alone. */
  private static final long UNBOUNDED_BYTES = 1L << 60;

  private static final int LEVEL0_FILES_UNBOUNDED = 1 << 20;

  /** How much longer files live: part of a second, and a second for two clocks to differ. */
  static final int TTL_SLACK_SECONDS = 2;

  final RocksDB db;
  final ColumnFamilyHandle own;
  final ColumnFamilyHandle data;
  final ColumnFamilyHandle history;
  final ColumnFamilyHandle meta;
  private final boolean inMemory;
  private final List<ColumnFamilyHandle> handles;
  private final List<AutoCloseable> options;

  private RocksDirectory(
      RocksDB db, boolean inMemory, List<ColumnFamilyHandle> handles, List<AutoCloseable> options) {
    this.db = db;
    this.inMemory = inMemory;
    this.handles = handles;
    this.options = options;
    this.own = handles.get(0);
    this.data = handles.get(1);
    this.history = handles.get(2);
    this.meta = handles.get(3);
  }

  /** Opens or creates the directory; fails when another store has it open. */
  static RocksDirectory open(Path directory, RocksResources resources, RocksStoreOptions settings) {
    if (!resources.isInMemory()) {
      createDirectory(directory);
      StoreFiles.check(directory);
    }
    Opening opening =
        (options, path, families, handles) ->
            RocksDB.open(
                options
                    .setMaxOpenFiles(-1)
                    .setMaxFileOpeningThreads(openingThreads(directory, resources)),
                path,
                families,
                handles);
    return open(directory, resources, settings, opening);
  }

  /**
   * How many threads open the tables of each family. RocksDB starts 16 however few there are, which
   * takes longer than opening them.
   */
  private static int openingThreads(Path directory, RocksResources resources) {
    if (resources.isInMemory()) {
      return 1;
    }
    long tables;
    try (Stream<Path> files = Files.list(directory)) {
      tables = files.filter(file -> file.toString().endsWith(".sst")).count();
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The database directory cannot be read", e)
          .with("directory", directory);
    }
    return (int) Math.min(OPENING_THREADS_MAX, 1 + tables / TABLES_PER_THREAD);
  }

  /** Opens what a closed store left, for reading; others may do so as well. */
  static RocksDirectory openReadOnly(Path directory, RocksResources resources) {
    Opening opening =
        (options, path, families, handles) ->
            // Without a bound all tables would be opened at once.
            RocksDB.openReadOnly(
                options.setMaxOpenFiles(READ_ONLY_TABLES_MAX), path, families, handles);
    return open(directory, resources, RocksStoreOptions.DEFAULT, opening);
  }

  /** A way to open a database. */
  @FunctionalInterface
  private interface Opening {
    RocksDB open(
        DBOptions options,
        String path,
        List<ColumnFamilyDescriptor> families,
        List<ColumnFamilyHandle> handles)
        throws RocksDBException;
  }

  private static RocksDirectory open(
      Path directory, RocksResources resources, RocksStoreOptions settings, Opening opening) {
    List<AutoCloseable> options = new ArrayList<>();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      List<ColumnFamilyDescriptor> families =
          List.of(
              family(RocksDB.DEFAULT_COLUMN_FAMILY, small(resources, options)),
              family(bytes(DATA), data(resources, settings, options)),
              family(bytes(HISTORY), history(resources, settings, options)),
              family(bytes(META), small(resources, options)));
      DBOptions dbOptions = dbOptions(resources, options);
      RocksDB db = opening.open(dbOptions, directory.toString(), families, handles);
      return new RocksDirectory(db, resources.isInMemory(), handles, options);
    } catch (RocksDBException e) {
      close(options);
      throw openError(directory, e);
    } catch (RuntimeException | Error e) {
      close(options);
      throw e;
    }
  }

  private static DbException openError(Path directory, RocksDBException e) {
    String text = String.valueOf(e.getMessage());
    if (text.contains("lock hold by current process") || text.contains("While lock file")) {
      return new DbException(
              ErrorCode.FAILED_PRECONDITION, "The database directory is already open", e)
          .with("directory", directory)
          .detail("Another process, or another part of this one, has locked it.");
    }
    return StoreFiles.explain(RocksErrors.convert("Opening the database directory", e), directory)
        .with("directory", directory);
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new DbException(ErrorCode.IO_ERROR, "The database directory cannot be created", e)
          .with("directory", directory);
    }
  }

  private static byte[] bytes(String name) {
    return name.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static ColumnFamilyDescriptor family(byte[] name, ColumnFamilyOptions options) {
    return new ColumnFamilyDescriptor(name, options);
  }

  private static <T extends AutoCloseable> T keep(T option, List<AutoCloseable> options) {
    options.add(option);
    return option;
  }

  /** The manifest has the database's identity; a file with it would cost two syncs more. */
  private static DBOptions baseOptions() {
    Properties properties = new Properties();
    properties.setProperty("write_identity_file", "false");
    properties.setProperty("write_dbid_to_manifest", "true");
    return known(DBOptions.getDBOptionsFromProps(properties));
  }

  private static <T> T known(@Nullable T options) {
    if (options == null) {
      throw new IllegalStateException("RocksDB does not know its options");
    }
    return options;
  }

  private static DBOptions dbOptions(RocksResources resources, List<AutoCloseable> options) {
    boolean inMemory = resources.isInMemory();
    return keep(baseOptions(), options)
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setEnv(resources.env())
        .setWriteBufferManager(resources.writeBufferManager())
        .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
        .setRecycleLogFileNum(inMemory ? 0 : RECYCLED_LOGS)
        .setMaxTotalWalSize(LOG_BYTES_MAX)
        .setMaxBackgroundJobs(BACKGROUND_JOBS)
        .setKeepLogFileNum(INFO_LOGS_KEPT)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setStatsDumpPeriodSec(0)
        // Else the first log of every database takes 70 MB of disk; a fresh log is not written any
        // slower without.
        .setAllowFAllocate(false)
        // Without a log a copy must not find one family flushed later than another.
        .setAtomicFlush(inMemory)
        .setAvoidFlushDuringShutdown(inMemory);
  }

  private static BlockBasedTableConfig table(RocksResources resources) {
    return new BlockBasedTableConfig()
        .setBlockCache(resources.blockCache())
        .setBlockSize(BLOCK_BYTES)
        .setFormatVersion(6); // the first whose footers have a checksum
  }

  /**
   * Options of a levelled family. Once a snapshot that kept it from doing so is gone, RocksDB would
   * at once write the lowest files again, only to leave out sequence numbers. As every commit here
   * takes a snapshot, that would be every file, and branches would no longer share it.
   */
  private static ColumnFamilyOptions levelled() {
    return family("bottommost_file_compaction_delay", Long.toString(REWRITE_DELAY.toSeconds()));
  }

  private static ColumnFamilyOptions family(String... properties) {
    Properties all = new Properties();
    all.setProperty("memtable_insert_with_hint_prefix_extractor", INSERT_HINTS);
    for (int i = 0; i < properties.length; i += 2) {
      all.setProperty(properties[i], properties[i + 1]);
    }
    return known(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(all));
  }

  private static ColumnFamilyOptions small(RocksResources resources, List<AutoCloseable> options) {
    return keep(levelled(), options)
        .setTableFormatConfig(table(resources))
        .setWriteBufferSize(SMALL_MEMTABLE_BYTES);
  }

  private static ColumnFamilyOptions data(
      RocksResources resources, RocksStoreOptions settings, List<AutoCloseable> options) {
    BloomFilter bloom = keep(new BloomFilter(BLOOM_BITS_PER_KEY), options);
    return keep(levelled(), options)
        .setTableFormatConfig(table(resources).setFilterPolicy(bloom))
        .setWriteBufferSize(settings.memtableBytes() / parts(resources, DATA_MEMTABLES))
        .setMinWriteBufferNumberToMerge(parts(resources, DATA_MEMTABLES))
        .setMaxWriteBufferNumber(parts(resources, DATA_MEMTABLES) + MEMTABLES_FLUSHED)
        .setMemtableWholeKeyFiltering(true)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_SHARE)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
  }

  private static ColumnFamilyOptions history(
      RocksResources resources, RocksStoreOptions settings, List<AutoCloseable> options) {
    CompactionOptionsFIFO fifo =
        keep(new CompactionOptionsFIFO(), options).setMaxTableFilesSize(UNBOUNDED_BYTES);
    return keep(family(), options)
        .setTableFormatConfig(table(resources))
        .setWriteBufferSize(settings.memtableBytes() / parts(resources, HISTORY_MEMTABLES))
        .setMinWriteBufferNumberToMerge(parts(resources, HISTORY_MEMTABLES))
        .setMaxWriteBufferNumber(parts(resources, HISTORY_MEMTABLES) + MEMTABLES_FLUSHED)
        .setCompressionType(CompressionType.ZSTD_COMPRESSION)
        .setCompactionStyle(CompactionStyle.FIFO)
        .setCompactionOptionsFIFO(fifo)
        .setTtl(0) // opening must drop nothing before the stored retention is known
        .setLevel0FileNumCompactionTrigger(LEVEL0_FILES_UNBOUNDED)
        .setLevel0SlowdownWritesTrigger(LEVEL0_FILES_UNBOUNDED)
        .setLevel0StopWritesTrigger(LEVEL0_FILES_UNBOUNDED);
  }

  /** RocksDB does not merge memtables of families that it flushes together. */
  private static int parts(RocksResources resources, int memtables) {
    return resources.isInMemory() ? 1 : memtables;
  }

  boolean isInMemory() {
    return inMemory;
  }

  /**
   * How to write. What is in memory has no log: nothing would ever be recovered from it, and it
   * would hold all unflushed data a second time.
   */
  WriteOptions writeOptions(boolean sync) {
    return new WriteOptions().setSync(sync && !inMemory).setDisableWAL(inMemory);
  }

  private static void close(List<AutoCloseable> options) {
    for (int i = options.size() - 1; i >= 0; i--) {
      try {
        options.get(i).close();
      } catch (Exception e) {
        throw new IllegalStateException("RocksDB options do not fail to close", e);
      }
    }
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    try {
      db.closeE();
    } catch (RocksDBException e) {
      throw RocksErrors.convert("Closing the database", e);
    } finally {
      db.close();
      close(options);
    }
  }
}
