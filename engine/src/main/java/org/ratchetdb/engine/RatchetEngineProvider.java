package org.ratchetdb.engine;

import java.nio.file.Path;
import org.ratchetdb.common.concurrent.JdkThreads;
import org.ratchetdb.engine.api.Backups;
import org.ratchetdb.engine.api.EngineProvider;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.engine.api.InstanceOptions;
import org.ratchetdb.engine.backup.BackupStore;
import org.ratchetdb.engine.database.RatchetInstance;

/** The engine, as the service loader finds it. */
public final class RatchetEngineProvider implements EngineProvider {
  @Override
  public Instance openDirectory(Path directory, InstanceOptions options) {
    return RatchetInstance.openDirectory(directory, options);
  }

  @Override
  public Backups backups() {
    return new BackupStore(JdkThreads.INSTANCE);
  }

  @Override
  public Instance openMemory(InstanceOptions options) {
    return RatchetInstance.openMemory(options);
  }
}
