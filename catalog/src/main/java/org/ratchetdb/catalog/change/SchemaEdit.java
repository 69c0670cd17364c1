package org.ratchetdb.catalog.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ratchetdb.catalog.model.Index;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.catalog.model.Sequence;
import org.ratchetdb.catalog.model.Table;

/** The next version of a schema while it is being made. Owned by one change. */
final class SchemaEdit {
  private final Schema base;
  private final Map<Integer, Table> tables = new LinkedHashMap<>();
  private final Map<Integer, Index> indexes = new LinkedHashMap<>();
  private final Map<Integer, Sequence> sequences = new LinkedHashMap<>();
  private final Map<String, String> options;
  private final List<ChangeEffect> effects = new ArrayList<>();
  private int nextObjectId;

  SchemaEdit(Schema base) {
    this.base = base;
    base.tables().forEach(table -> tables.put(table.id(), table));
    base.indexes().forEach(index -> indexes.put(index.id(), index));
    base.sequences().forEach(sequence -> sequences.put(sequence.id(), sequence));
    this.options = new LinkedHashMap<>(base.options());
    this.nextObjectId = base.nextObjectId();
  }

  Schema base() {
    return base;
  }

  int newObjectId() {
    return nextObjectId++;
  }

  /** Adds the table or replaces the one of that id. */
  SchemaEdit put(Table table) {
    tables.put(table.id(), table);
    return this;
  }

  SchemaEdit put(Index index) {
    indexes.put(index.id(), index);
    return this;
  }

  SchemaEdit put(Sequence sequence) {
    sequences.put(sequence.id(), sequence);
    return this;
  }

  SchemaEdit removeTable(int id) {
    tables.remove(id);
    return this;
  }

  SchemaEdit removeIndex(int id) {
    indexes.remove(id);
    return this;
  }

  SchemaEdit removeSequence(int id) {
    sequences.remove(id);
    return this;
  }

  SchemaEdit setOption(String name, String value) {
    options.put(name, value);
    return this;
  }

  SchemaEdit removeOption(String name) {
    options.remove(name);
    return this;
  }

  SchemaEdit effect(ChangeEffect effect) {
    effects.add(effect);
    return this;
  }

  ChangeResult build() {
    Schema next =
        new Schema(
            base.dialect(),
            base.version() + 1,
            base.since(),
            nextObjectId,
            List.copyOf(tables.values()),
            List.copyOf(indexes.values()),
            List.copyOf(sequences.values()),
            options);
    return new ChangeResult(next, effects);
  }
}
