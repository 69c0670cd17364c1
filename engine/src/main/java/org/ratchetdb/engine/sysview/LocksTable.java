package org.ratchetdb.engine.sysview;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.activity.DatabaseActivity;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.LockInfo;

/** RATCHET_SYS.LOCKS: every lock that is held or waited for, all of one moment. */
final class LocksTable extends SystemTable<LocksTable.Lock> {
  /** More would hold up those who lock. */
  private static final int LOCKS_MAX = 100_000;

  private static final int NANOS_PER_MICRO = 1_000;

  private final DatabaseActivity activity;
  private final KvStore store;
  private final LockPlaces places;

  /** A lock with what it is on and whose. */
  record Lock(LockInfo info, LockPlaces.Place place, @Nullable Long session, long nowMicros) {}

  LocksTable(DatabaseActivity activity, KvStore store, LockPlaces places) {
    super(
        RATCHET_SYS,
        "LOCKS",
        List.of(
            SystemColumn.string("TABLE_NAME", lock -> lock.place().table()),
            SystemColumn.string("INDEX_NAME", lock -> lock.place().index()),
            SystemColumn.string("LOCK_KEY", lock -> lock.place().text()),
            SystemColumn.strings("LOCK_COLUMNS", lock -> lock.place().columns(lock.info().cells())),
            SystemColumn.string("LOCK_MODE", lock -> LockPlaces.mode(lock.info().mode())),
            SystemColumn.flag("GRANTED", lock -> lock.info().granted()),
            SystemColumn.integer("TRANSACTION_ID", lock -> lock.info().ownerId()),
            SystemColumn.string(
                "TRANSACTION_TAG", lock -> lock.info().tag().isEmpty() ? null : lock.info().tag()),
            SystemColumn.nullableInteger("SESSION_ID", Lock::session),
            SystemColumn.time("WAITING_SINCE", LocksTable::waitingSince),
            SystemColumn.nullableInteger(
                "BLOCKED_BY_TRANSACTION_ID",
                lock -> lock.info().blockerId() == 0 ? null : lock.info().blockerId())));
    this.activity = activity;
    this.store = store;
    this.places = places;
  }

  private static @Nullable Long waitingSince(Lock lock) {
    return lock.info().granted()
        ? null
        : lock.nowMicros() - lock.info().waitNanos() / NANOS_PER_MICRO;
  }

  @Override
  Iterable<Lock> items() {
    List<LockInfo> infos = store.locks(LOCKS_MAX);
    long now = activity.nowMicros();
    TransactionOwners owners = new TransactionOwners(activity.sessions());
    List<Lock> locks = new ArrayList<>(infos.size());
    for (LockInfo info : infos) {
      locks.add(new Lock(info, places.of(info.range()), owners.sessionOf(info.ownerId()), now));
    }
    return locks;
  }
}
