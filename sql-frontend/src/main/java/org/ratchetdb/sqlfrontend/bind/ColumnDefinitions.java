package org.ratchetdb.sqlfrontend.bind;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.change.SequenceAlteration;
import org.ratchetdb.catalog.model.Column;
import org.ratchetdb.catalog.model.Table;
import org.ratchetdb.catalog.spec.ColumnSpec;
import org.ratchetdb.catalog.spec.DefaultSpec;
import org.ratchetdb.catalog.spec.SequenceSpec;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.TableElement;
import org.ratchetdb.sqlfrontend.ast.TypeName;

/** Column definitions of CREATE TABLE and ALTER TABLE. */
final class ColumnDefinitions {
  private final BindContext context;
  private final String sql;
  private final ColumnExpressions expressions;

  ColumnDefinitions(BindContext context, String sql) {
    this.context = context;
    this.sql = sql;
    this.expressions = new ColumnExpressions(context, sql);
  }

  /** All columns of a new table, which may refer to each other. */
  List<ColumnSpec> all(String table, List<TableElement.Column> columns) {
    List<TypeBinder.BoundType> types = new ArrayList<>();
    List<ColumnExpressions.RowColumn> row = new ArrayList<>();
    for (TableElement.Column column : columns) {
      TypeBinder.BoundType type = type(column.type());
      types.add(type);
      row.add(rowColumn(column, type));
    }
    List<ColumnSpec> specs = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      specs.add(spec(table, columns.get(i), types.get(i), row));
    }
    return specs;
  }

  /**
   * A column that is added to a table, or one that is defined anew.
   *
   * @param table null when there is none of that name
   */
  ColumnSpec added(String tableName, @Nullable Table table, TableElement.Column column) {
    TypeBinder.BoundType type = type(column.type());
    List<ColumnExpressions.RowColumn> row = new ArrayList<>();
    row.add(rowColumn(column, type));
    if (table != null) {
      for (Column other : table.columns()) {
        if (!context.sameName(other.name(), column.name().name())) {
          row.add(new ColumnExpressions.RowColumn(other.name(), other.type()));
        }
      }
    }
    return spec(tableName, column, type, row);
  }

  private static ColumnExpressions.RowColumn rowColumn(
      TableElement.Column column, TypeBinder.BoundType type) {
    return new ColumnExpressions.RowColumn(column.name().name(), type.type());
  }

  /** The type of a column; PostgreSQL's short integers are casts only. */
  TypeBinder.BoundType type(TypeName name) {
    if (context.postgres && name instanceof TypeName.Named named) {
      String word = named.name().last().name();
      if (word.equals("int2") || word.equals("smallint") || word.equals("int4")) {
        throw new DbException(
                ErrorCode.NOT_SUPPORTED,
                "Type <" + word + "> is not supported; use bigint or int8 instead.")
            .at(name.begin());
      }
    }
    TypeBinder.BoundType type = context.types.bind(name);
    if (type.precision() != 0) {
      throw context.errors.notSupported("A type modifier of numeric in a column", name.begin());
    }
    return type;
  }

  /** How the dialect spells the type. */
  String declaredType(TypeName name, TypeBinder.BoundType type) {
    return context.postgres
        ? name.span().textIn(sql).toLowerCase(Locale.ROOT)
        : googleType(type.type(), type.lengthMax());
  }

  private static String googleType(SqlType type, @Nullable Long lengthMax) {
    return switch (type.kind()) {
      case ARRAY -> "ARRAY<" + googleType(type.elementType(), lengthMax) + ">";
      case STRING, BYTES ->
          type.kind() + "(" + (lengthMax == null ? "MAX" : lengthMax.toString()) + ")";
      default -> type.toString();
    };
  }

  private ColumnSpec spec(
      String table,
      TableElement.Column column,
      TypeBinder.BoundType type,
      List<ColumnExpressions.RowColumn> row) {
    refuseUnsupported(column);
    String name = column.name().name();
    ColumnSpec spec =
        ColumnSpec.plain(name, type.type(), type.lengthMax(), declaredType(column.type(), type));
    if (column.notNull() || type.serial()) {
      spec = spec.asNotNull();
    }
    if (column.defaultValue() != null) {
      spec = spec.withDefault(defaultValue(table, name, type.type(), column.defaultValue()));
    }
    TableElement.Generated generated = column.generated();
    if (generated != null) {
      spec =
          spec.withGenerated(
              expressions.generated(
                  table, name, type.type(), generated.expression(), generated.stored(), row));
    }
    if (column.identity() != null) {
      if (column.identity().always()) {
        throw context.errors.notSupported(
            "GENERATED ALWAYS AS IDENTITY", column.identity().begin());
      }
      spec = spec.withIdentity(sequence(column.identity().settings()));
    } else if (column.autoIncrement() || type.serial()) {
      spec = spec.withIdentity(SequenceSpec.DEFAULT_KIND);
    }
    if (column.hidden()) {
      spec = spec.asHidden();
    }
    Boolean allow = type.commitTimestamp() ? Boolean.TRUE : allowCommitTimestamp(column.options());
    return allow == null ? spec : spec.withAllowCommitTimestamp(allow);
  }

  DefaultSpec defaultValue(String table, String column, SqlType type, Expression expression) {
    return expressions.defaultValue(table, column, type, expression);
  }

  private void refuseUnsupported(TableElement.Column column) {
    if (column.onUpdate() != null) {
      throw context.errors.notSupported("ON UPDATE", column.onUpdate().begin());
    }
    if (column.placementKey()) {
      throw context.errors.notSupported("PLACEMENT KEY", column.begin());
    }
    if (column.vectorLength() != null) {
      throw context.errors.notSupported("VECTOR LENGTH", column.begin());
    }
    for (TableElement.Constraint constraint : column.constraints()) {
      DdlBinder.refuseConstraint(context, constraint);
    }
  }

  /** The option of that name, or null when it is not given; NULL takes it away. */
  @Nullable Boolean allowCommitTimestamp(List<TableElement.Option> options) {
    Boolean allow = null;
    for (TableElement.Option option : options) {
      if (!option.name().equals("allow_commit_timestamp")) {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Option: " + option.name() + " is unknown.",
            option.begin());
      }
      if (option.value() instanceof Expression.BooleanLiteral bool) {
        allow = bool.value();
      } else if (option.value() instanceof Expression.NullLiteral) {
        allow = false;
      } else {
        throw context.errors.error(
            ErrorCode.INVALID_ARGUMENT,
            "Unexpected value for option: allow_commit_timestamp. Supported option values are"
                + " booleans and NULL.",
            option.value().begin());
      }
    }
    return allow;
  }

  // Sequences

  SequenceSpec sequence(TableElement.SequenceSettings settings) {
    Settings read = read(settings);
    if (read.noSkipRange || read.restart != null) {
      throw context.errors.error(
          ErrorCode.SYNTAX_ERROR,
          (read.noSkipRange ? "NO SKIP RANGE" : "RESTART COUNTER") + " belongs to ALTER",
          -1);
    }
    return new SequenceSpec(read.kind, read.start, read.skipMin, read.skipMax);
  }

  SequenceAlteration alteration(TableElement.SequenceSettings settings, int position) {
    Settings read = read(settings);
    Long restart = read.restart != null ? read.restart : read.start;
    boolean skips = read.skipMin != null || read.skipMax != null;
    if (skips && settings.noSkipRange()) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT, "SKIP RANGE and NO SKIP RANGE exclude each other", position);
    }
    return new SequenceAlteration(restart, skips || read.noSkipRange, read.skipMin, read.skipMax);
  }

  /** Clauses and OPTIONS brought together. */
  private static final class Settings {
    boolean kind;
    boolean noSkipRange;
    @Nullable Long skipMin;
    @Nullable Long skipMax;
    @Nullable Long start;
    @Nullable Long restart;
  }

  private Settings read(TableElement.SequenceSettings settings) {
    Settings read = new Settings();
    read.kind = settings.bitReversedPositive();
    read.noSkipRange = settings.noSkipRange();
    read.skipMin = number(settings.skipMin());
    read.skipMax = number(settings.skipMax());
    read.start = number(settings.startCounter());
    read.restart = number(settings.restartCounter());
    boolean clauses =
        read.kind
            || read.noSkipRange
            || read.skipMin != null
            || read.start != null
            || read.restart != null;
    if (clauses && !settings.options().isEmpty()) {
      throw context.errors.error(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set properties of a sequence by clauses and by OPTIONS in one statement.",
          settings.options().get(0).begin());
    }
    for (TableElement.Option option : settings.options()) {
      readOption(option, read);
    }
    return read;
  }

  private void readOption(TableElement.Option option, Settings read) {
    Expression value = option.value();
    switch (option.name()) {
      case "sequence_kind" -> {
        boolean known =
            value instanceof Expression.StringLiteral text
                && text.value().equalsIgnoreCase("bit_reversed_positive");
        if (!known) {
          throw context.errors.error(
              ErrorCode.INVALID_ARGUMENT,
              "Unsupported sequence kind; only bit_reversed_positive exists",
              value.begin());
        }
        read.kind = true;
      }
      case "skip_range_min" -> read.skipMin = optionNumber(value, read);
      case "skip_range_max" -> read.skipMax = optionNumber(value, read);
      case "start_with_counter" -> read.start = optionNumber(value, read);
      default ->
          throw context.errors.error(
              ErrorCode.INVALID_ARGUMENT,
              "Option: " + option.name() + " is unknown.",
              option.begin());
    }
  }

  private @Nullable Long optionNumber(Expression value, Settings read) {
    if (value instanceof Expression.NullLiteral) {
      read.noSkipRange = true;
      return null;
    }
    if (value instanceof Expression.IntegerLiteral number) {
      return number(number.value());
    }
    if (value instanceof Expression.Unary unary
        && unary.operand() instanceof Expression.IntegerLiteral number) {
      return number(number.value().negate());
    }
    throw context.errors.error(
        ErrorCode.INVALID_ARGUMENT, "An integer is expected here", value.begin());
  }

  private @Nullable Long number(@Nullable BigInteger value) {
    if (value == null) {
      return null;
    }
    if (value.bitLength() > Long.SIZE - 1) {
      throw context.errors.error(
          ErrorCode.VALUE_OUT_OF_RANGE, "The number " + value + " does not fit INT64", -1);
    }
    return value.longValueExact();
  }
}
