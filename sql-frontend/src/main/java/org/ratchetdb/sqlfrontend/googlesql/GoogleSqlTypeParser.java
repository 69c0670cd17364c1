package org.ratchetdb.sqlfrontend.googlesql;

import java.util.ArrayList;
import java.util.List;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;
import org.ratchetdb.sqlfrontend.ast.TypeName;
import org.ratchetdb.sqlfrontend.lexer.TokenKind;
import org.ratchetdb.sqlfrontend.parser.Grammar;
import org.ratchetdb.sqlfrontend.parser.TypeParser;

/** {@code STRING(MAX)}, {@code ARRAY<t>}, {@code STRUCT<a t>}, {@code pkg.Message}. */
final class GoogleSqlTypeParser extends TypeParser {
  GoogleSqlTypeParser(Grammar grammar) {
    super(grammar);
  }

  @Override
  protected TypeName parseType() {
    int start = position();
    if (accept("ARRAY")) {
      return array(start);
    }
    if (accept("STRUCT")) {
      return struct(start);
    }
    if ((at("RANGE") || at("MAP") || at("PROTO") || at("ENUM")) && nextIs(1, '<')) {
      throw notSupported(cursor().tokens().textOf(start) + " type");
    }
    QualifiedName name = at("INTERVAL") ? cursor().qualifiedName(start, label()) : qualifiedName();
    boolean needsLength =
        lengthRequired()
            && name.parts().size() == 1
            && (name.text().equalsIgnoreCase("STRING") || name.text().equalsIgnoreCase("BYTES"));
    if (needsLength && !at('(')) {
      throw expected("\"(\"");
    }
    if (!accept('(')) {
      return named(name, List.of(), start);
    }
    if (accept("MAX")) {
      expect(')');
      return new TypeName.Named(name, List.of(), true, null, since(start));
    }
    List<Long> arguments = cursor().commaList(this::integerLiteral);
    expect(')');
    return named(name, arguments, start);
  }

  /** The rest of an array type behind ARRAY. */
  TypeName.Array array(int start) {
    expect('<');
    TypeName element = type();
    expect('>');
    Long vectorLength = null;
    if (at('(') && nextIs(1, "VECTOR_LENGTH")) {
      advance(2);
      expect(TokenKind.FAT_ARROW);
      if (!at(TokenKind.INTEGER)) {
        throw expected("integer literal");
      }
      vectorLength = integerLiteral();
      expect(')');
    }
    return new TypeName.Array(element, vectorLength, since(start));
  }

  /** The rest of a struct type behind STRUCT. */
  TypeName.Struct struct(int start) {
    if (accept(TokenKind.NOT_EQUAL)) {
      return new TypeName.Struct(List.of(), since(start));
    }
    expect('<');
    List<TypeName.Field> fields = new ArrayList<>();
    if (!at('>')) {
      fields.addAll(cursor().commaList(this::field));
    }
    expect('>');
    return new TypeName.Struct(fields, since(start));
  }

  private TypeName.Field field() {
    int start = position();
    Identifier name = isLabel(start + 1) ? identifier() : null;
    TypeName type = type();
    return new TypeName.Field(name, type, since(start));
  }
}
