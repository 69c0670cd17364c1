package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type as spelled in the text. */
public sealed interface TypeName extends Node {
  /**
   * A type known by its name.
   *
   * @param name as written, except that the PostgreSQL spellings of several words are one part:
   *     {@code double precision}, {@code character varying}, {@code timestamp with time zone},
   *     {@code timestamp without time zone}, {@code time with time zone}, {@code bit varying}
   * @param arguments what stands in parentheses: length, or precision and scale; empty if nothing
   * @param max GoogleSQL's {@code STRING(MAX)}
   * @param intervalFields PostgreSQL's {@code interval day to second}, upper case; else null
   */
  record Named(
      QualifiedName name,
      List<Long> arguments,
      boolean max,
      @Nullable String intervalFields,
      Span span)
      implements TypeName {
    public Named {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * {@code ARRAY<t>} or {@code t[]}; several pairs of brackets nest.
   *
   * @param vectorLength GoogleSQL's {@code (vector_length=>n)}, or null
   */
  record Array(TypeName element, @Nullable Long vectorLength, Span span) implements TypeName {}

  /** {@code STRUCT<a t, ...>}. */
  record Struct(List<Field> fields, Span span) implements TypeName {
    public Struct {
      fields = List.copyOf(fields);
    }
  }

  /** A field of a struct type; its name may be absent. */
  record Field(@Nullable Identifier name, TypeName type, Span span) implements Node {}
}
