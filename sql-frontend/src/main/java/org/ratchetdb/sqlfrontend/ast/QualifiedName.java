package org.ratchetdb.sqlfrontend.ast;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Names joined by dots: {@code schema.table}, {@code pg_catalog.now}.
 *
 * @param parts never empty
 */
public record QualifiedName(List<Identifier> parts, Span span) implements Node {
  public QualifiedName {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("A name has at least one part");
    }
  }

  /** The last part, which names the object itself. */
  public Identifier last() {
    return parts.get(parts.size() - 1);
  }

  /** The parts joined by dots, without quoting. */
  public String text() {
    return parts.size() == 1
        ? parts.get(0).name()
        : parts.stream().map(Identifier::name).collect(Collectors.joining("."));
  }

  @Override
  public String toString() {
    return text();
  }
}
