package org.ratchetdb.planner.type;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** Makes Calcite's types of ours and the way back, which is exact. Thread-safe. */
public final class RelTypes extends SqlTypeFactoryImpl {
  public RelTypes() {
    super(RelDataTypeSystem.DEFAULT);
  }

  public RelDataType of(SqlType type, boolean nullable) {
    RelDataType plain =
        switch (type.kind()) {
          case BOOL -> createSqlType(SqlTypeName.BOOLEAN);
          case INT64 -> createSqlType(SqlTypeName.BIGINT);
          default -> canonize(new OpaqueType(type, false));
        };
    return createTypeWithNullability(plain, nullable);
  }

  public static SqlType toSqlType(RelDataType type) {
    if (type instanceof OpaqueType opaque) {
      return opaque.sqlType();
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> SqlType.BOOL;
      case TINYINT, SMALLINT, INTEGER, BIGINT -> SqlType.INT64;
      default -> throw new IllegalStateException("No type of ours: " + type.getFullTypeString());
    };
  }

  /** Whether Calcite's comparison operators mean what SQL means for the type. */
  public static boolean isTotallyOrdered(SqlType type, boolean postgres) {
    boolean isFloat = type.is(TypeKind.FLOAT64) || type.is(TypeKind.FLOAT32);
    return postgres || !isFloat;
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    if (type instanceof OpaqueType opaque) {
      return opaque.isNullable() == nullable
          ? opaque
          : canonize(new OpaqueType(opaque.sqlType(), nullable));
    }
    return super.createTypeWithNullability(type, nullable);
  }

  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    boolean nullable = false;
    SqlType common = null;
    for (RelDataType type : types) {
      if (type.isStruct()) {
        return super.leastRestrictive(types, mappingRule);
      }
      SqlType sqlType = toSqlType(type);
      if (common != null && !common.equals(sqlType)) {
        return null;
      }
      common = sqlType;
      nullable |= type.isNullable();
    }
    return common == null ? null : of(common, nullable);
  }
}
