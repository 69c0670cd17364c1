package org.ratchetdb.engine.session;

import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.core.DatabaseContext;
import org.ratchetdb.sqlfrontend.ast.DdlStatement;
import org.ratchetdb.sqlfrontend.ast.Identifier;

/** Runs statements about databases as a whole and their snapshots. Owned by one thread. */
final class DatabaseCommands {
  private final DatabaseContext context;
  private final Instance instance;

  DatabaseCommands(DatabaseContext context) {
    this.context = context;
    this.instance = context.instance();
  }

  /** Runs the statement if it is of this sort, else says false. */
  boolean run(DdlStatement statement) {
    if (statement instanceof DdlStatement.CreateDatabase create) {
      create(create);
    } else if (statement instanceof DdlStatement.DropDatabase drop) {
      drop(drop);
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
    excusing(
        create.ifNotExists(),
        ErrorCode.DATABASE_ALREADY_EXISTS,
        () -> {
          if (snapshot != null) {
            instance.createDatabaseFromSnapshot(name, snapshot.name());
          } else if (origin != null) {
            instance.branchDatabase(name, origin.name());
          } else {
            instance.createDatabase(name, context.dialect());
          }
        });
  }

  private void drop(DdlStatement.DropDatabase drop) {
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
