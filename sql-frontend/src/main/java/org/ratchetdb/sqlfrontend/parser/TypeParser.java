package org.ratchetdb.sqlfrontend.parser;

import java.util.List;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.Span;
import org.ratchetdb.sqlfrontend.ast.TypeName;

/** Spellings of types. */
public abstract class TypeParser extends GrammarPart {
  private boolean lengthRequired;

  protected TypeParser(Grammar grammar) {
    super(grammar);
  }

  /** A type with everything that belongs to it. */
  public final TypeName type() {
    int outer = cursor().enter();
    TypeName type = parseType();
    cursor().leave(outer);
    return type;
  }

  /** The type of a column, where GoogleSQL wants the length of STRING and BYTES. */
  public final TypeName columnType() {
    lengthRequired = true;
    TypeName type = type();
    lengthRequired = false;
    return type;
  }

  /** Whether STRING and BYTES must have a length here. */
  protected final boolean lengthRequired() {
    return lengthRequired;
  }

  protected abstract TypeName parseType();

  protected final TypeName.Named named(QualifiedName name, List<Long> arguments, int start) {
    return new TypeName.Named(name, arguments, false, null, since(start));
  }

  /** The name of a type that is written as several words. */
  protected final QualifiedName wordsAsName(String words, int start) {
    Span span = since(start);
    return new QualifiedName(List.of(new Identifier(words, false, span)), span);
  }
}
