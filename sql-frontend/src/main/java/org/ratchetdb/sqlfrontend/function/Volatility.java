package org.ratchetdb.sqlfrontend.function;

/** How far the result of a function may be reused. */
public enum Volatility {
  /** Same arguments, same result, for ever: may be folded and stored in generated columns. */
  IMMUTABLE,
  /** Same result within one statement, such as the current timestamp. */
  STABLE,
  /** A new result with every call. */
  VOLATILE
}
