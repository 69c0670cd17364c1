package org.ratchetdb.planner.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.planner.physical.PhysicalExpr;

/**
 * Names of comparison kernels. PostgreSQL compares floating point numbers by kernels of its own,
 * {@code pg_eq} and so on, for which NaN equals itself and is the greatest.
 */
public final class Comparisons {
  private static final String POSTGRES = "pg_";

  private Comparisons() {}

  /** {@code eq}, {@code ne}, {@code lt}, {@code le}, {@code gt}, {@code ge}, or null for others. */
  public static @Nullable String nameOf(String kernel) {
    String name = kernel.startsWith(POSTGRES) ? kernel.substring(POSTGRES.length()) : kernel;
    return switch (name) {
      case "eq", "ne", "lt", "le", "gt", "ge" -> name;
      default -> null;
    };
  }

  /** The comparison's name, or the kernel when it is none. */
  public static String nameOrKernel(String kernel) {
    String name = nameOf(kernel);
    return name == null ? kernel : name;
  }

  public static boolean is(PhysicalExpr expr, String name) {
    return expr instanceof PhysicalExpr.Call call
        && call.arguments().size() == 2
        && name.equals(nameOf(call.kernel()));
  }

  /** The comparison of two expressions of one type. */
  public static PhysicalExpr of(
      String name, PhysicalExpr left, PhysicalExpr right, boolean postgres) {
    String kernel = postgres && isFloat(left.type()) ? POSTGRES + name : name;
    return new PhysicalExpr.Call(kernel, List.of(left, right), SqlType.BOOL);
  }

  public static boolean isFloat(SqlType type) {
    return type.is(TypeKind.FLOAT64) || type.is(TypeKind.FLOAT32);
  }
}
