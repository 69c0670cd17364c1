package org.ratchetdb.planner.type;

import org.apache.calcite.rel.type.RelDataTypeImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.ratchetdb.common.type.SqlType;

/** One of our types, of which Calcite knows nothing but whether it may be NULL. Immutable. */
public final class OpaqueType extends RelDataTypeImpl {
  private final SqlType sqlType;
  private final boolean nullable;

  OpaqueType(SqlType sqlType, boolean nullable) {
    this.sqlType = sqlType;
    this.nullable = nullable;
    computeDigest();
  }

  public SqlType sqlType() {
    return sqlType;
  }

  @Override
  public boolean isNullable() {
    return nullable;
  }

  @Override
  public SqlTypeName getSqlTypeName() {
    return SqlTypeName.OTHER;
  }

  @Override
  protected void generateTypeString(StringBuilder sb, boolean withDetail) {
    sb.append(sqlType);
  }
}
