package org.ratchetdb.engine.api;

import java.nio.file.Path;
import java.util.ServiceLoader;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;

/** Makes instances. The engine announces its one implementation under {@code META-INF/services}. */
public interface EngineProvider {
  /** Opens or creates the instance in a directory; fails when another process has it open. */
  Instance openDirectory(Path directory, InstanceOptions options);

  /** An instance whose files live in memory and vanish when it is closed. */
  Instance openMemory(InstanceOptions options);

  /** Directories of backups, which belong to no instance. */
  Backups backups();

  /** The provider on the class path. */
  static EngineProvider load() {
    return ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new DbException(
                        ErrorCode.UNAVAILABLE, "The embedded engine is not on the class path")
                    .hint("Use the self-contained driver jar (ratchet-jdbc-<version>-all.jar)."));
  }
}
