package org.ratchetdb.sqlfrontend.ast;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.value.Value;

/**
 * A scalar expression. The special call forms of PostgreSQL (POSITION, SUBSTRING FROM, TRIM,
 * OVERLAY) arrive as ordinary {@link FunctionCall}s with the arguments in PostgreSQL's own order;
 * calls of many clauses are in {@link FunctionCall}, subqueries in {@link Subquery}.
 */
public sealed interface Expression extends Node
    permits Expression.Literal,
        Expression.TypedLiteral,
        Expression.Interval,
        Expression.Parameter,
        Expression.Name,
        Expression.FieldAccess,
        Expression.Unary,
        Expression.Binary,
        Expression.Logical,
        Expression.Between,
        Expression.IsTest,
        Expression.IsDistinctFrom,
        Expression.Like,
        Expression.In,
        Expression.QuantifiedComparison,
        Expression.Case,
        Expression.Cast,
        Expression.Extract,
        Expression.AtTimeZone,
        Expression.Collate,
        Expression.ArrayConstructor,
        Expression.StructConstructor,
        Expression.Subscript,
        Expression.Slice,
        Expression.With,
        Expression.Lambda,
        Expression.ObjectArgument,
        Expression.DefaultValue,
        FunctionCall,
        Subquery {

  /** A constant whose value is in the text. */
  sealed interface Literal extends Expression {}

  record NullLiteral(Span span) implements Literal {}

  record BooleanLiteral(boolean value, Span span) implements Literal {}

  /**
   * Digits, or {@code 0x} and hexadecimal digits; a sign is a {@link Unary}. May be out of range:
   * {@code 9223372036854775808} must be read so that its negative can be.
   */
  record IntegerLiteral(String text, Span span) implements Literal {
    public BigInteger value() {
      return text.length() > 2 && (text.charAt(1) == 'x' || text.charAt(1) == 'X')
          ? new BigInteger(text.substring(2), 16)
          : new BigInteger(text);
    }
  }

  /** A number with a point or an exponent: FLOAT64 in GoogleSQL, numeric in PostgreSQL. */
  record DecimalLiteral(String text, Span span) implements Literal {}

  /**
   * A character string.
   *
   * @param value with escapes resolved
   */
  record StringLiteral(String value, Span span) implements Literal {}

  record BytesLiteral(Value.Bytes value, Span span) implements Literal {}

  /** {@code DATE '2026-01-31'}: a string that names its type. */
  record TypedLiteral(TypeName type, StringLiteral literal, Span span) implements Expression {}

  /**
   * {@code INTERVAL 5 DAY}, {@code INTERVAL '1-2' YEAR TO MONTH}, PostgreSQL's {@code INTERVAL '1
   * day'}.
   *
   * @param from the unit, or null when the string says it all
   * @param to the unit after TO, or null
   * @param precision PostgreSQL's {@code INTERVAL(p) '...'}, or null
   */
  record Interval(
      Expression value,
      @Nullable DatePart from,
      @Nullable DatePart to,
      @Nullable Integer precision,
      Span span)
      implements Expression {}

  /**
   * A unit or a field of dates.
   *
   * @param name upper case: DAY, WEEK, ISOYEAR; not checked
   * @param weekday upper case, the MONDAY of {@code WEEK(MONDAY)}; else null
   */
  record DatePart(String name, @Nullable String weekday, Span span) implements Node {}

  /**
   * {@code @name}, {@code $1}, {@code ?}, or {@code @@name}.
   *
   * @param name lower case for {@code @name} and {@code @@name}; null for the positional forms
   * @param index from 1 for the positional forms, where a {@code ?} counts those before it; 0 for
   *     named ones
   * @param system {@code @@name}
   */
  record Parameter(@Nullable String name, int index, boolean system, Span span)
      implements Expression {
    public static Parameter named(String name, Span span) {
      return new Parameter(name.toLowerCase(Locale.ROOT), 0, false, span);
    }
  }

  /** A column, an alias, a field reached from one of them, a date part: names joined by dots. */
  record Name(QualifiedName name, Span span) implements Expression {}

  /** {@code (expression).field}; a path of names alone is a {@link Name}. */
  record FieldAccess(Expression operand, Identifier field, Span span) implements Expression {}

  record Unary(UnaryOperator operator, Expression operand, Span span) implements Expression {}

  /**
   * An operator between two operands.
   *
   * @param operatorOffset where the operator itself stands, for error positions
   */
  record Binary(
      BinaryOperator operator, Expression left, Expression right, int operatorOffset, Span span)
      implements Expression {}

  /**
   * A chain of AND (or of OR).
   *
   * @param operands two or more, in order
   */
  record Logical(boolean and, List<Expression> operands, Span span) implements Expression {
    public Logical {
      operands = List.copyOf(operands);
    }
  }

  record Between(
      Expression operand,
      boolean negated,
      boolean symmetric,
      Expression low,
      Expression high,
      Span span)
      implements Expression {}

  /** What {@link IsTest} asks. */
  enum IsKind {
    NULL,
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** {@code x IS [NOT] NULL} and its relatives. */
  record IsTest(Expression operand, IsKind kind, boolean negated, Span span)
      implements Expression {}

  record IsDistinctFrom(Expression left, Expression right, boolean negated, Span span)
      implements Expression {}

  /** The pattern languages. */
  enum LikeKind {
    LIKE,
    ILIKE,
    SIMILAR
  }

  /** ANY (or SOME) and ALL. */
  enum Quantifier {
    ANY,
    ALL
  }

  /**
   * {@code x [NOT] LIKE pattern}.
   *
   * @param quantifier of {@code LIKE ANY (...)}, else null; then {@code patterns} holds them all
   * @param patterns an {@link InList} of one without a quantifier
   * @param escape the operand of ESCAPE, or null
   */
  record Like(
      Expression operand,
      LikeKind kind,
      boolean negated,
      @Nullable Quantifier quantifier,
      InSource patterns,
      @Nullable Expression escape,
      Span span)
      implements Expression {
    /** The one pattern of a LIKE without quantifier. */
    public Expression pattern() {
      if (quantifier == null && patterns instanceof InList list) {
        return list.items().get(0);
      }
      throw new IllegalStateException("LIKE with a quantifier has several patterns");
    }
  }

  /** {@code x [NOT] IN ...}. */
  record In(Expression operand, boolean negated, InSource source, List<Hint> hints, Span span)
      implements Expression {
    public In {
      hints = List.copyOf(hints);
    }
  }

  /** {@code x = ANY (...)}; the operator may be any that the dialect allows there. */
  record QuantifiedComparison(
      Expression left, BinaryOperator operator, Quantifier quantifier, InSource source, Span span)
      implements Expression {}

  /** The right side of IN, ANY and ALL. */
  sealed interface InSource extends Node {}

  /** {@code (a, b, ...)}, never empty. */
  record InList(List<Expression> items, Span span) implements InSource {
    public InList {
      items = List.copyOf(items);
    }
  }

  record InQuery(Query query, Span span) implements InSource {}

  /** GoogleSQL's {@code UNNEST(array)} and PostgreSQL's {@code ANY (array)}. */
  record InArray(Expression array, Span span) implements InSource {}

  /**
   * {@code CASE ... END}.
   *
   * @param operand of the simple form, or null for the searched form
   * @param whens never empty
   */
  record Case(
      @Nullable Expression operand, List<When> whens, @Nullable Expression elseResult, Span span)
      implements Expression {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  record When(Expression condition, Expression result, Span span) implements Node {}

  /**
   * CAST, SAFE_CAST and {@code ::}.
   *
   * @param format the operand of FORMAT, or null
   */
  record Cast(
      Expression operand, TypeName type, boolean safe, @Nullable Expression format, Span span)
      implements Expression {}

  /** {@code EXTRACT(part FROM source [AT TIME ZONE zone])}; the zone only in GoogleSQL. */
  record Extract(DatePart part, Expression source, @Nullable Expression timeZone, Span span)
      implements Expression {}

  record AtTimeZone(Expression operand, Expression timeZone, Span span) implements Expression {}

  /**
   * {@code x COLLATE c}.
   *
   * @param collation a string (GoogleSQL) or a {@link Name} (PostgreSQL)
   */
  record Collate(Expression operand, Expression collation, Span span) implements Expression {}

  /**
   * {@code [1, 2]}, {@code ARRAY[1, 2]}, {@code ARRAY<INT64>[1, 2]}.
   *
   * @param type the whole array type where it was written, else null
   */
  record ArrayConstructor(TypeName.@Nullable Array type, List<Expression> elements, Span span)
      implements Expression {
    public ArrayConstructor {
      elements = List.copyOf(elements);
    }
  }

  /**
   * {@code (a, b)}, {@code STRUCT(a AS x, b)}, {@code STRUCT<x INT64>(a)}, {@code ROW(a, b)}.
   *
   * @param type where it was written, else null
   * @param keyword whether STRUCT or ROW was written; a bare tuple has no names
   */
  record StructConstructor(
      TypeName.@Nullable Struct type, boolean keyword, List<StructItem> items, Span span)
      implements Expression {
    public StructConstructor {
      items = List.copyOf(items);
    }
  }

  record StructItem(Expression value, @Nullable Identifier alias, Span span) implements Node {}

  /** How a subscript counts. */
  enum SubscriptKind {
    /** {@code a[i]}: from 1 in PostgreSQL; a JSON key or index in GoogleSQL. */
    PLAIN,
    OFFSET,
    SAFE_OFFSET,
    ORDINAL,
    SAFE_ORDINAL
  }

  record Subscript(Expression operand, SubscriptKind kind, Expression index, Span span)
      implements Expression {}

  /** PostgreSQL's {@code a[lower:upper]}; either side may be left out. */
  record Slice(
      Expression operand, @Nullable Expression lower, @Nullable Expression upper, Span span)
      implements Expression {}

  /** GoogleSQL's {@code WITH(a AS 1, b AS a + 1, b * 2)}: later bindings see earlier ones. */
  record With(List<Binding> bindings, Expression result, Span span) implements Expression {
    public With {
      bindings = List.copyOf(bindings);
    }
  }

  record Binding(Identifier name, Expression value, Span span) implements Node {}

  /** {@code x -> x + 1}, {@code (x, i) -> x + i}, as a function argument. */
  record Lambda(List<Identifier> parameters, Expression body, Span span) implements Expression {
    public Lambda {
      parameters = List.copyOf(parameters);
    }
  }

  /** What kind of object an {@link ObjectArgument} names. */
  enum ObjectKind {
    SEQUENCE,
    TABLE,
    MODEL
  }

  /** {@code SEQUENCE s}, {@code TABLE t}, {@code MODEL m} as a function argument. */
  record ObjectArgument(ObjectKind kind, QualifiedName name, Span span) implements Expression {}

  /** DEFAULT in place of a value in INSERT and UPDATE. */
  record DefaultValue(Span span) implements Expression {}
}
