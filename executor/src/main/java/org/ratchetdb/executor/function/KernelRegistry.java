package org.ratchetdb.executor.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;

/** All kernels by name. The one instance is shared; thread-safe. */
public final class KernelRegistry {
  /** Makes a kernel for argument types, or null when they do not suit it. */
  @FunctionalInterface
  interface Factory {
    @Nullable Kernel create(List<SqlType> arguments, SqlType result);
  }

  /** Says that an argument may have any type. */
  static final @Nullable TypeKind ANY = null;

  /** Before the name of a kernel: NULL where it fails because of its arguments' values. */
  private static final String SAFE_PREFIX = "safe:";

  private final Map<String, List<Factory>> factories = new HashMap<>();

  /**
   * Groups of kernels, the likeliest first. One is registered when a kernel is sought that those
   * before it lack: making some hundred lambdas costs a new JVM more than running a small
   * statement.
   */
  private static final List<Consumer<KernelRegistry>> GROUPS =
      List.of(
          KernelRegistry::registerOperators,
          StringFunctions::register,
          KernelRegistry::registerNumbers,
          ArrayFunctions::register,
          DateTimeFunctions::register,
          KernelRegistry::registerMiscellaneous,
          PgStringFunctions::register,
          PgDateTimeFunctions::register);

  private static final KernelRegistry INSTANCE = new KernelRegistry();

  private int groupsRegistered;

  private KernelRegistry() {}

  public static KernelRegistry instance() {
    return INSTANCE;
  }

  private static void registerOperators(KernelRegistry registry) {
    Comparisons.register(registry);
    Arithmetic.register(registry);
  }

  private static void registerNumbers(KernelRegistry registry) {
    MathFunctions.register(registry);
    BitFunctions.register(registry);
  }

  private static void registerMiscellaneous(KernelRegistry registry) {
    MiscFunctions.register(registry);
    RegexFunctions.register(registry);
    EncodingFunctions.register(registry);
  }

  /** The kernel for a call; a name that nobody registered for these types is not supported. */
  public synchronized Kernel find(String name, List<SqlType> arguments, SqlType result) {
    if (name.startsWith(SAFE_PREFIX)) {
      return Arithmetic.nullOnError(find(name.substring(SAFE_PREFIX.length()), arguments, result));
    }
    Kernel kernel = findRegistered(name, arguments, result);
    while (kernel == null && groupsRegistered < GROUPS.size()) {
      GROUPS.get(groupsRegistered++).accept(this);
      kernel = findRegistered(name, arguments, result);
    }
    if (kernel == null) {
      throw DbException.notSupported("Function " + name + " of " + arguments);
    }
    return kernel;
  }

  private @Nullable Kernel findRegistered(String name, List<SqlType> arguments, SqlType result) {
    for (Factory factory : factories.getOrDefault(name, List.of())) {
      Kernel kernel = factory.create(arguments, result);
      if (kernel != null) {
        return kernel;
      }
    }
    return null;
  }

  void factory(String name, Factory factory) {
    factories.computeIfAbsent(name, n -> new ArrayList<>()).add(factory);
  }

  /** A kernel for exactly these argument kinds. */
  void kernel(String name, Kernel kernel, @Nullable TypeKind... kinds) {
    factory(name, (arguments, result) -> matches(arguments, kinds) ? kernel : null);
  }

  /** A strict kernel, row by row, for exactly these argument kinds. */
  void rows(String name, RowKernel kernel, @Nullable TypeKind... kinds) {
    kernel(name, kernel.strict(), kinds);
  }

  /** A kernel that sees NULLs, row by row, for exactly these argument kinds. */
  void nullableRows(String name, RowKernel kernel, @Nullable TypeKind... kinds) {
    kernel(name, kernel.seesNull(), kinds);
  }

  /** A strict kernel for one or more arguments, all of the kind. */
  void variadic(String name, RowKernel kernel, @Nullable TypeKind kind) {
    Kernel strict = kernel.strict();
    factory(
        name,
        (arguments, result) ->
            !arguments.isEmpty() && arguments.stream().allMatch(a -> suits(a, kind))
                ? strict
                : null);
  }

  /** Gives kernels a second name. */
  void alias(String alias, String name) {
    for (Factory factory : List.copyOf(factories.getOrDefault(name, List.of()))) {
      factory(alias, factory);
    }
  }

  private static boolean matches(List<SqlType> arguments, @Nullable TypeKind[] kinds) {
    if (arguments.size() != kinds.length) {
      return false;
    }
    for (int i = 0; i < kinds.length; i++) {
      if (!suits(arguments.get(i), kinds[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean suits(SqlType type, @Nullable TypeKind kind) {
    return kind == null || type.kind() == kind;
  }
}
