package org.ratchetdb.catalog.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.value.Value;

/** Makes a {@link Column} that differs from another in some respects. Owned by one thread. */
public final class ColumnBuilder {
  private final int id;
  private String name;
  private SqlType type;
  private long lengthMax;
  private String declaredType;
  private boolean notNull;
  private @Nullable String defaultSql;
  private @Nullable String generatedSql;
  private boolean stored;
  private @Nullable IdentitySpec identity;
  private boolean hidden;
  private boolean allowCommitTimestamp;
  private List<Integer> generatedFrom;
  private List<Integer> defaultSequenceIds;
  private @Nullable Value initialValue;

  ColumnBuilder(Column column) {
    this.id = column.id();
    this.name = column.name();
    this.type = column.type();
    this.lengthMax = column.lengthMax();
    this.declaredType = column.declaredType();
    this.notNull = column.notNull();
    this.defaultSql = column.defaultSql();
    this.generatedSql = column.generatedSql();
    this.stored = column.stored();
    this.identity = column.identity();
    this.hidden = column.hidden();
    this.allowCommitTimestamp = column.allowCommitTimestamp();
    this.generatedFrom = column.generatedFrom();
    this.defaultSequenceIds = column.defaultSequenceIds();
    this.initialValue = column.initialValue();
  }

  public ColumnBuilder name(String newName) {
    this.name = newName;
    return this;
  }

  /** Sets type, declared length and spelling, which change together. */
  public ColumnBuilder type(SqlType newType, long newLengthMax, String newDeclaredType) {
    this.type = newType;
    this.lengthMax = newLengthMax;
    this.declaredType = newDeclaredType;
    return this;
  }

  public ColumnBuilder notNull(boolean newNotNull) {
    this.notNull = newNotNull;
    return this;
  }

  /** Sets the DEFAULT expression and the sequences it draws from; null removes it. */
  public ColumnBuilder defaultSql(@Nullable String sql, List<Integer> sequenceIds) {
    this.defaultSql = sql;
    this.defaultSequenceIds = sequenceIds;
    return this;
  }

  /** Sets the generation expression and the columns it reads. */
  public ColumnBuilder generated(String sql, boolean isStored, List<Integer> readsColumnIds) {
    this.generatedSql = sql;
    this.stored = isStored;
    this.generatedFrom = readsColumnIds;
    return this;
  }

  public ColumnBuilder identity(@Nullable IdentitySpec newIdentity) {
    this.identity = newIdentity;
    return this;
  }

  public ColumnBuilder hidden(boolean newHidden) {
    this.hidden = newHidden;
    return this;
  }

  public ColumnBuilder allowCommitTimestamp(boolean allow) {
    this.allowCommitTimestamp = allow;
    return this;
  }

  public ColumnBuilder initialValue(@Nullable Value value) {
    this.initialValue = value;
    return this;
  }

  public Column build() {
    return new Column(
        id,
        name,
        type,
        lengthMax,
        declaredType,
        notNull,
        defaultSql,
        generatedSql,
        stored,
        identity,
        hidden,
        allowCommitTimestamp,
        generatedFrom,
        defaultSequenceIds,
        initialValue);
  }
}
