package org.ratchetdb.pgwire.session;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.common.value.TimeZones;
import org.ratchetdb.engine.api.Notice;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.pgwire.codec.BackendWriter;
import org.ratchetdb.pgwire.message.ErrorResponse;

/** What the parts of an open connection share. Owned by its thread. */
final class ConnectionState {
  /** A buffer above this is sent, so that big results leave while they are made. */
  private static final int SEND_BYTES = 32 << 10;

  /** What an idle connection may keep. */
  private static final int KEEP_BYTES_MAX = 4 << 10;

  private final ConnectionOutput output;
  private final PgBuffer buffer;
  private final BackendWriter writer;
  private final Session session;
  private final TransactionControl transactions;
  private final Map<String, String> reported = new HashMap<>();
  private boolean settingsMayHaveChanged;
  private ZoneId zone = ZoneOffset.UTC;

  ConnectionState(ConnectionOutput output, BackendWriter writer, Session session) {
    this.output = output;
    this.writer = writer;
    this.buffer = writer.buffer();
    this.session = session;
    this.transactions = new TransactionControl(session, writer::notice);
    session.setNoticeListener(this::notice);
  }

  /** Sent at once: it tells how far a statement is that may take long. */
  private void notice(Notice notice) {
    writer.notice(ErrorResponse.of(notice.level().name(), notice.sqlState(), notice.message()));
    send();
  }

  BackendWriter writer() {
    return writer;
  }

  Session session() {
    return session;
  }

  TransactionControl transactions() {
    return transactions;
  }

  /** Zone of timestamps in text. */
  ZoneId zone() {
    return zone;
  }

  void noteSettingsMayHaveChanged() {
    settingsMayHaveChanged = true;
    readZone();
  }

  /** Tells the client of settings whose value it does not know. */
  void reportSettings() {
    session
        .reportedSettings()
        .forEach(
            (name, value) -> {
              if (!value.equals(reported.put(name, value))) {
                writer.parameterStatus(name, value);
              }
            });
    settingsMayHaveChanged = false;
    readZone();
  }

  void readyForQuery() {
    if (settingsMayHaveChanged) {
      reportSettings();
    }
    writer.readyForQuery(transactions.status());
  }

  /** Sends a full buffer; false when the client does not keep up and work must stop. */
  boolean drainWhenFull() {
    if (buffer.length() < SEND_BYTES) {
      return true;
    }
    send();
    return output.isWritable();
  }

  void send() {
    if (buffer.length() > 0) {
      output.send(buffer.array(), 0, buffer.length());
      buffer.clear(Math.max(KEEP_BYTES_MAX, 2 * SEND_BYTES));
    }
  }

  /** Gives back memory before the connection waits for its client. */
  void rest() {
    send();
    buffer.clear(KEEP_BYTES_MAX);
  }

  private void readZone() {
    try {
      zone = TimeZones.postgres(session.setting("timezone"));
    } catch (DbException e) {
      zone = ZoneOffset.UTC; // a session without a zone of its own
    }
  }
}
