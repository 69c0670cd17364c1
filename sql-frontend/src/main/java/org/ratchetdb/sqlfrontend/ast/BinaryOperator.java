package org.ratchetdb.sqlfrontend.ast;

/**
 * Operators between two operands; AND and OR are {@link Expression.Logical}. One constant has one
 * meaning, whatever its sign in a dialect: exclusive or is {@code ^} in GoogleSQL and {@code #} in
 * PostgreSQL, where {@code ^} is the power.
 */
public enum BinaryOperator {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  LESS_EQUAL("<="),
  GREATER(">"),
  GREATER_EQUAL(">="),
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  MODULO("%"),
  POWER("^"),
  CONCAT("||"),
  BIT_AND("&"),
  BIT_OR("|"),
  BIT_XOR("#"),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  REGEX_MATCH("~"),
  REGEX_MATCH_IGNORE_CASE("~*"),
  REGEX_NO_MATCH("!~"),
  REGEX_NO_MATCH_IGNORE_CASE("!~*"),
  STARTS_WITH("^@"),
  ARROW("->"),
  ARROW_TEXT("->>"),
  PATH("#>"),
  PATH_TEXT("#>>"),
  DELETE_PATH("#-"),
  CONTAINS("@>"),
  CONTAINED_BY("<@"),
  OVERLAPS("&&"),
  HAS_KEY("?"),
  HAS_ANY_KEY("?|"),
  HAS_ALL_KEYS("?&"),
  JSON_PATH_EXISTS("@?"),
  JSON_PATH_MATCH("@@");

  private final String sign;

  BinaryOperator(String sign) {
    this.sign = sign;
  }

  /** The PostgreSQL sign, for messages. */
  public String sign() {
    return sign;
  }

  /** Whether it is one of the six comparisons. */
  public boolean isComparison() {
    return compareTo(GREATER_EQUAL) <= 0;
  }
}
