package org.ratchetdb.sqlfrontend.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * A row of a function table: a function before its type variable and its number of arguments are
 * decided. Immutable.
 *
 * @param name as users write it, lower case; operators by their word ({@code add})
 * @param kernel the name under which the executor knows the code
 * @param parameters what each argument must be
 * @param required how many arguments must be given; the rest may be left out from the end
 * @param variadic the last parameter may be repeated any number of times
 * @param result type of the result
 * @param strict a NULL argument makes the result NULL without a call
 * @param volatility how far the result may be reused
 * @param aggregate whether it is an aggregate function
 * @param zoned the last parameter is a time zone; when the user leaves it out the binder passes the
 *     default zone of the session, so the executor always sees it
 */
public record FunctionTemplate(
    String name,
    String kernel,
    List<TypePattern> parameters,
    int required,
    boolean variadic,
    TypePattern result,
    boolean strict,
    Volatility volatility,
    boolean aggregate,
    boolean zoned) {
  public FunctionTemplate {
    parameters = List.copyOf(parameters);
  }

  /** Whether that many arguments fit. */
  public boolean accepts(int argumentCount) {
    return argumentCount >= required && (variadic || argumentCount <= parameters.size());
  }

  /** The parameter that the argument at an index is for. */
  public TypePattern parameter(int index) {
    return parameters.get(Math.min(index, parameters.size() - 1));
  }

  /** The constraint on the row's type variable, or null when the row has none. */
  public TypePattern.@Nullable Constraint variable() {
    for (TypePattern parameter : parameters) {
      TypePattern.Constraint constraint = parameter.variable();
      if (constraint != null) {
        return constraint;
      }
    }
    return null;
  }

  /**
   * The signature for a number of arguments.
   *
   * @param variable the type that the row's variable stands for; anything when it has none
   */
  public FunctionSignature instantiate(int argumentCount, SqlType variable) {
    List<SqlType> types = new ArrayList<>(argumentCount);
    for (int i = 0; i < argumentCount; i++) {
      types.add(parameter(i).resolve(variable));
    }
    return new FunctionSignature(
        name, kernel, types, result.resolve(variable), strict, volatility, aggregate);
  }
}
