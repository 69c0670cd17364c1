package org.ratchetdb.engine.session;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Expression;
import org.ratchetdb.sqlfrontend.ast.Identifier;
import org.ratchetdb.sqlfrontend.ast.TableElement;

/** Runs statements about databases as a whole and their snapshots. Owned by one thread. */
final class DatabaseCommands {
  /** How long DROP DATABASE waits for others to leave; PostgreSQL's figure. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How many databases statements may make in one instance. */
  private static final int DATABASES_MAX = 100;

  private final DatabaseContext context;
  private final Instance instance;

  DatabaseCommands(DatabaseContext context) {
    this.context = context;
    this.instance = context.instance();
  }

  /** Runs the statement if it is of this sort, else says false. */
  boolean run(DdlStatement statement, StatementControl control) {
    if (statement instanceof DdlStatement.CreateDatabase create) {
      create(create);
    } else if (statement instanceof DdlStatement.DropDatabase drop) {
      drop(drop, control);
    } else if (statement instanceof DdlStatement.CreateSnapshot create) {
      Identifier database = create.database();
      instance.createSnapshot(
          create.name().name(), database == null ? context.name() : database.name());
    } else if (statement instanceof DdlStatement.DropSnapshot drop) {
      excusing(
          drop.ifExists(),
          ErrorCode.OBJECT_NOT_FOUND,
          () -> instance.dropSnapshot(drop.name().name()));
    } else if (statement instanceof DdlStatement.RestoreDatabase restore) {
      instance.restoreDatabase(restore.name().name(), restore.snapshot().name());
    } else {
      return false;
    }
    return true;
  }

  private void create(DdlStatement.CreateDatabase create) {
    String name = create.name().name();
    Identifier snapshot = create.snapshot();
    Identifier origin = create.origin();
    Dialect dialect = dialect(create.options());
    excusing(
        create.ifNotExists(),
        ErrorCode.DATABASE_ALREADY_EXISTS,
        () -> {
          requireRoom(instance, name);
          if (snapshot != null) {
            instance.createDatabaseFromSnapshot(name, snapshot.name());
          } else if (origin != null) {
            instance.branchDatabase(name, origin.name());
          } else {
            instance.createDatabase(name, dialect);
          }
        });
  }

  /** Fails when one more database would be too many; two at the same moment may both pass. */
  static void requireRoom(Instance instance, String name) {
    if (!instance.hasDatabase(name) && instance.databaseNames().size() >= DATABASES_MAX) {
      throw new DbException(
          ErrorCode.QUOTA_EXCEEDED,
          "Too many databases for instance: the limit is " + DATABASES_MAX + ".");
    }
  }

  /** What the options say, else the session's. */
  private Dialect dialect(List<TableElement.Option> options) {
    Dialect dialect = null;
    for (TableElement.Option option : options) {
      if (!option.name().equalsIgnoreCase("dialect")) {
        throw DbException.notSupported("The option " + option.name() + " of CREATE DATABASE")
            .at(option.span().begin());
      }
      if (dialect != null) {
        throw new DbException(ErrorCode.SYNTAX_ERROR, "conflicting or redundant options")
            .at(option.span().begin());
      }
      dialect = dialect(option);
    }
    return dialect == null ? context.dialect() : dialect;
  }

  private static Dialect dialect(TableElement.Option option) {
    if (option.value() instanceof Expression.StringLiteral literal) {
      switch (literal.value().toUpperCase(Locale.ROOT)) {
        case "GOOGLE_STANDARD_SQL", "GOOGLESQL" -> {
          return Dialect.GOOGLE_STANDARD_SQL;
        }
        case "POSTGRESQL" -> {
          return Dialect.POSTGRESQL;
        }
        default -> {}
      }
    }
    throw new DbException(
            ErrorCode.INVALID_ARGUMENT, "A dialect is 'GOOGLE_STANDARD_SQL' or 'POSTGRESQL'")
        .at(option.value().span().begin());
  }

  private void drop(DdlStatement.DropDatabase drop, StatementControl control) {
    String name = drop.name().name();
    if (name.equals(context.name())) {
      throw new DbException(ErrorCode.OBJECT_IN_USE, "cannot drop the currently open database");
    }
    excusing(
        drop.ifExists(),
        ErrorCode.DATABASE_NOT_FOUND,
        () -> {
          if (drop.force()) {
            instance.dropDatabase(name);
          } else {
            instance.awaitUnused(name, PATIENCE, control::check);
            instance.dropUnusedDatabase(name);
          }
        });
  }

  /** Runs work that may fail for a reason that the statement excuses. */
  private static void excusing(boolean excused, ErrorCode reason, Runnable work) {
    try {
      work.run();
    } catch (DbException e) {
      if (!excused || e.code() != reason) {
        throw e;
      }
    }
  }
}
