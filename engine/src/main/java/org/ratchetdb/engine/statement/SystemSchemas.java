package org.ratchetdb.engine.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.QualifiedName;

/** Keeps schema changes away from the schemas of system tables. */
final class SystemSchemas {
  private static final Set<String> NAMES = Set.of("spanner_sys", "ratchet_sys");

  private SystemSchemas() {}

  /** Fails when a statement would make, change or drop something there. */
  static void refuse(DdlStatement statement) {
    for (QualifiedName name : names(statement)) {
      List<String> parts = name.parts().stream().map(part -> part.name()).toList();
      if (parts.size() > 1 && NAMES.contains(parts.get(0).toLowerCase(Locale.ROOT))) {
        throw new DbException(
                ErrorCode.WRONG_OBJECT_TYPE,
                name.text() + " is in a system schema, which cannot be changed")
            .at(name.begin());
      }
    }
  }

  private static List<QualifiedName> names(DdlStatement statement) {
    List<@Nullable QualifiedName> names = new ArrayList<>();
    if (statement instanceof DdlStatement.CreateTable create) {
      names.add(create.name());
    } else if (statement instanceof DdlStatement.AlterTable alter) {
      names.add(alter.name());
    } else if (statement instanceof DdlStatement.RenameTables rename) {
      rename.renames().forEach(r -> names.addAll(List.of(r.from(), r.to())));
    } else if (statement instanceof DdlStatement.CreateIndex create) {
      names.add(create.name());
      names.add(create.table());
    } else if (statement instanceof DdlStatement.AlterIndex alter) {
      names.add(alter.name());
    } else if (statement instanceof DdlStatement.CreateSequence create) {
      names.add(create.name());
    } else if (statement instanceof DdlStatement.AlterSequence alter) {
      names.add(alter.name());
    } else if (statement instanceof DdlStatement.Drop drop) {
      names.add(drop.name());
    }
    List<QualifiedName> present = new ArrayList<>();
    for (QualifiedName name : names) {
      if (name != null) {
        present.add(name);
      }
    }
    return present;
  }
}
