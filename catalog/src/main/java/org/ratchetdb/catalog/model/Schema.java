package org.ratchetdb.catalog.model;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ratchetdb.common.time.CommitTimestamp;
import org.ratchetdb.common.type.Dialect;

/**
 * Everything that DDL has made, as of one version: the immutable picture that statements are bound
 * against. Names are found without regard to case.
 */
public final class Schema {
  private final Dialect dialect;
  private final long version;
  private final CommitTimestamp since;
  private final int nextObjectId;
  private final ImmutableMap<Integer, Table> tables;
  private final ImmutableMap<Integer, Index> indexes;
  private final ImmutableMap<Integer, Sequence> sequences;
  private final ImmutableMap<String, String> options;
  private final ImmutableMap<String, Table> tablesByName;
  private final ImmutableListMultimap<Integer, Index> indexesByTable;
  private final ImmutableListMultimap<Integer, Table> childrenByTable;

  /**
   * @param dialect the dialect of the database
   * @param version counts schema versions from 0
   * @param since the commit timestamp at which this version began
   * @param nextObjectId the id that the next object takes
   * @param tables in order of creation
   * @param indexes in order of creation
   * @param sequences in order of creation, hidden ones of identity columns included
   * @param options database options by name
   */
  public Schema(
      Dialect dialect,
      long version,
      CommitTimestamp since,
      int nextObjectId,
      List<Table> tables,
      List<Index> indexes,
      List<Sequence> sequences,
      Map<String, String> options) {
    this.dialect = dialect;
    this.version = version;
    this.since = since;
    this.nextObjectId = nextObjectId;
    // Loops, for the first streams of a JVM cost tens of milliseconds and this is on the way of
    // every
    // database that is opened.
    ImmutableMap.Builder<Integer, Table> tableMap = ImmutableMap.builder();
    for (Table table : tables) {
      tableMap.put(table.id(), table);
    }
    this.tables = tableMap.buildOrThrow();
    ImmutableMap.Builder<Integer, Index> indexMap = ImmutableMap.builder();
    ImmutableListMultimap.Builder<Integer, Index> tableIndexes = ImmutableListMultimap.builder();
    for (Index index : indexes) {
      indexMap.put(index.id(), index);
      tableIndexes.put(index.tableId(), index);
    }
    this.indexes = indexMap.buildOrThrow();
    this.indexesByTable = tableIndexes.build();
    ImmutableMap.Builder<Integer, Sequence> sequenceMap = ImmutableMap.builder();
    for (Sequence sequence : sequences) {
      sequenceMap.put(sequence.id(), sequence);
    }
    this.sequences = sequenceMap.buildOrThrow();
    this.options = ImmutableMap.copyOf(options);
    this.tablesByName = Table.byLowerCaseName(tables);
    ImmutableListMultimap.Builder<Integer, Table> children = ImmutableListMultimap.builder();
    for (Table table : tables) {
      Interleave interleave = table.interleave();
      if (interleave != null) {
        children.put(interleave.parentTableId(), table);
      }
    }
    this.childrenByTable = children.build();
  }

  /** The first version of a new database. */
  public static Schema empty(Dialect dialect) {
    return new Schema(
        dialect, 0, CommitTimestamp.ZERO, 1, List.of(), List.of(), List.of(), Map.of());
  }

  public Dialect dialect() {
    return dialect;
  }

  /** The same schema, begun at the timestamp: what is known once it has been committed. */
  public Schema withSince(CommitTimestamp timestamp) {
    return new Schema(
        dialect, version, timestamp, nextObjectId, tables(), indexes(), sequences(), options);
  }

  public long version() {
    return version;
  }

  public CommitTimestamp since() {
    return since;
  }

  public int nextObjectId() {
    return nextObjectId;
  }

  public List<Table> tables() {
    return tables.values().asList();
  }

  public List<Index> indexes() {
    return indexes.values().asList();
  }

  public List<Sequence> sequences() {
    return sequences.values().asList();
  }

  public Map<String, String> options() {
    return options;
  }

  public Optional<Table> findTable(String name) {
    return Optional.ofNullable(tablesByName.get(name.toLowerCase(Locale.ROOT)));
  }

  /** The table of that id; asking for one that is not there is a bug. */
  public Table table(int id) {
    Table table = tables.get(id);
    if (table == null) {
      throw new IllegalArgumentException("No table " + id);
    }
    return table;
  }

  public boolean hasTable(int id) {
    return tables.containsKey(id);
  }

  /** The index of that id; asking for one that is not there is a bug. */
  public Index index(int id) {
    Index index = indexes.get(id);
    if (index == null) {
      throw new IllegalArgumentException("No index " + id);
    }
    return index;
  }

  public boolean hasIndex(int id) {
    return indexes.containsKey(id);
  }

  public Optional<Index> findIndex(String name) {
    return indexes.values().stream().filter(i -> i.name().equalsIgnoreCase(name)).findFirst();
  }

  public Optional<Sequence> findSequence(String name) {
    return sequences.values().stream().filter(s -> s.name().equalsIgnoreCase(name)).findFirst();
  }

  /** The sequence of that id; asking for one that is not there is a bug. */
  public Sequence sequence(int id) {
    Sequence sequence = sequences.get(id);
    if (sequence == null) {
      throw new IllegalArgumentException("No sequence " + id);
    }
    return sequence;
  }

  /** Indexes of a table in any state, in order of creation. */
  public List<Index> indexesOf(int tableId) {
    return indexesByTable.get(tableId);
  }

  /** Tables interleaved directly in the table. */
  public List<Table> childrenOf(int tableId) {
    return childrenByTable.get(tableId);
  }
}
