package org.ratchetdb.sqlfrontend.function;

import java.util.List;
import org.ratchetdb.common.type.SqlType;

/**
 * A function or operator with its argument types decided; templates such as "any comparable type
 * twice" have been filled in.
 *
 * @param name as users write it, lower case; operators have names too ({@code add}, {@code eq})
 * @param kernel the name under which the executor knows the code for these argument types
 * @param argumentTypes types of the arguments as passed, after coercion
 * @param result type of the result
 * @param strict a NULL argument makes the result NULL without a call
 * @param volatility how far the result may be reused
 * @param aggregate whether it is an aggregate function
 */
public record FunctionSignature(
    String name,
    String kernel,
    List<SqlType> argumentTypes,
    SqlType result,
    boolean strict,
    Volatility volatility,
    boolean aggregate) {
  public FunctionSignature {
    argumentTypes = List.copyOf(argumentTypes);
  }

  /** The same function whose result may be reused less far. */
  public FunctionSignature withVolatility(Volatility other) {
    return new FunctionSignature(name, kernel, argumentTypes, result, strict, other, aggregate);
  }
}
