package org.ratchetdb.sqlfrontend.ast;

/** Operators before one operand. */
public enum UnaryOperator {
  NOT,
  PLUS,
  MINUS,
  BIT_NOT
}
