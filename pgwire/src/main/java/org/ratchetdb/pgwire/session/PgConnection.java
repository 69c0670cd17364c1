package org.ratchetdb.pgwire.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.pgformat.PgBuffer;
import org.ratchetdb.engine.api.Session;
import org.ratchetdb.engine.api.SessionOptions;
import org.ratchetdb.pgwire.codec.BackendWriter;
import org.ratchetdb.pgwire.codec.FrontendReader;
import org.ratchetdb.pgwire.message.ClientPacket;
import org.ratchetdb.pgwire.message.ErrorResponse;
import org.ratchetdb.pgwire.message.FrontendMessage;
import org.ratchetdb.pgwire.message.StartupRequest;

/**
 * One client connection. Packets queue up and run in order on the connection's own thread, which is
 * the one that brings the bytes: a statement runs while its bytes are handed in. Others may stop
 * the connection, cancel its statement and look whether its client is still there. The thread
 * leaves when there is nothing to do or when the client does not read, and goes on when it does.
 *
 * <p>An Execute outside of a transaction waits in the queue until the message behind it tells
 * whether it stands alone (Sync follows: the engine's autocommit) or shares an implicit transaction
 * with others. Nobody notices: answers need no sending before a Sync or Flush.
 */
public final class PgConnection {
  /** Newest minor version of protocol 3 that is spoken. */
  private static final int MINOR_VERSION_MAX = 2;

  private static final int INBOX_PACKETS_MAX = 1_000;
  private static final long INBOX_BYTES_MAX = 1 << 20;
  private static final int ENCRYPTION_REQUESTS_MAX = 2;
  private static final int SECRET_BYTES = 32;
  private static final int SECRET_BYTES_OLD = 4;

  private final ServerContext context;
  private final ConnectionOutput output;
  private final Executor thread;
  private final InetAddress client;

  // Of the connection's thread.
  private final FrontendReader reader;

  private final Object lock = new Object();

  @GuardedBy("lock")
  private final ArrayDeque<ClientPacket> inbox = new ArrayDeque<>();

  @GuardedBy("lock")
  private long inboxBytes;

  @GuardedBy("lock")
  private boolean readingPaused;

  @GuardedBy("lock")
  private boolean scheduled;

  @GuardedBy("lock")
  private boolean disconnected;

  @GuardedBy("lock")
  private boolean stopping;

  // Of the connection's thread.
  private final BackendWriter writer = new BackendWriter(new PgBuffer());
  private @Nullable ConnectionState state;
  private @Nullable ExtendedQuery extended;
  private @Nullable Work work;
  private @Nullable SimpleQuery simple;
  private boolean skippingToSync;

  /** Whether no transaction is open, as of the last packet; others ask too. */
  private boolean idle;

  private boolean closed;
  private boolean holdsSlot;
  private int encryptionRequests;

  /** Number of runs begun. */
  private final AtomicLong turns = new AtomicLong();

  // Of the watch.
  private long turnsSeen;
  private long watched;

  private volatile @Nullable Session session;
  private volatile boolean cancelRequested;

  /**
   * A connection that has just been accepted.
   *
   * @param thread runs what it is given on the connection's thread, at once when it is on it
   */
  public PgConnection(
      ServerContext context, ConnectionOutput output, Executor thread, InetAddress client) {
    this.context = context;
    this.output = output;
    this.thread = thread;
    this.client = client;
    this.reader = new FrontendReader(context.limits());
  }

  /** Takes bytes from the client and runs what they ask for; on the connection's thread only. */
  public void onBytes(byte[] bytes, int offset, int count) {
    reader.append(bytes, offset, count);
    synchronized (lock) {
      ClientPacket packet;
      while ((packet = reader.next()) != null) {
        inbox.add(packet);
      }
      inboxBytes += count;
      if (!readingPaused
          && (inbox.size() > INBOX_PACKETS_MAX || inboxBytes > INBOX_BYTES_MAX)
          && !inbox.isEmpty()) {
        readingPaused = true;
        output.setReading(false);
      }
    }
    signal();
  }

  /** The client reads again. */
  public void onWritable() {
    signal();
  }

  /** The client is gone. */
  public void onDisconnected() {
    synchronized (lock) {
      disconnected = true;
    }
    interruptStatement();
    signal();
  }

  /** Says goodbye with 57P01 as soon as the statement that runs has stopped; from any thread. */
  public void stop() {
    synchronized (lock) {
      stopping = true;
    }
    interruptStatement();
    signal();
  }

  /**
   * Called every now and then by one thread. Hangs up on a client that opens no session, and
   * notices that a client has gone whose statement still runs or waits.
   *
   * @param patience calls after which a session must be open
   */
  public void watch(long patience) {
    watched++;
    if (session == null && watched > patience) {
      output.close();
      return;
    }
    boolean busy;
    synchronized (lock) {
      busy = scheduled && !disconnected;
    }
    long turn = turns.get();
    boolean stillTheSame = turn == turnsSeen;
    turnsSeen = turn;
    if (busy && stillTheSame && output.isClientGone()) {
      onDisconnected();
    }
  }

  private void interruptStatement() {
    Session current = session;
    if (current != null) {
      cancelRequested = true;
      current.cancel();
    }
  }

  /** Sets the connection's thread to work when there is something to do and it does not. */
  private void signal() {
    synchronized (lock) {
      if (scheduled || !canProceed()) {
        return;
      }
      scheduled = true;
    }
    try {
      thread.execute(this::run);
    } catch (RejectedExecutionException e) {
      output.close(); // the server is going down
    }
  }

  @GuardedBy("lock")
  private boolean canProceed() {
    if (closed) {
      return false;
    }
    if (disconnected || (stopping && work == null)) {
      return true;
    }
    if (work != null) {
      return output.isWritable() || cancelRequested;
    }
    return headIsReady();
  }

  /** Whether the first packet can be run: an Execute may have to wait for the one behind it. */
  @GuardedBy("lock")
  private boolean headIsReady() {
    ClientPacket head = inbox.peek();
    return head != null
        && (!(head instanceof FrontendMessage.Execute e)
            || !companyCounts(e)
            || companyOfHead() != Company.UNKNOWN);
  }

  private boolean companyCounts(FrontendMessage.Execute execute) {
    return !skippingToSync
        && extended != null
        && idle
        && extended.startsStatement(execute.portal());
  }

  private enum Company {
    ALONE,
    OTHERS,
    UNKNOWN
  }

  /** Several executions of one statement. */
  private record Rows(List<FrontendMessage.Bind> binds, boolean described) {}

  /**
   * Takes off the inbox what can run as one batch: Bind and Execute of a statement that writes,
   * several times over, with or without a Describe in between. Null when there is no such thing.
   */
  @GuardedBy("lock")
  private @Nullable Rows rowsOfHead() {
    if (skippingToSync
        || extended == null
        || !(inbox.peek() instanceof FrontendMessage.Bind first)
        || !extended.batches(first)) {
      return null;
    }
    List<FrontendMessage.Bind> binds = new ArrayList<>();
    boolean described = false;
    Iterator<ClientPacket> packets = inbox.iterator();
    while (packets.hasNext()
        && packets.next() instanceof FrontendMessage.Bind bind
        && bind.portal().isEmpty()
        && bind.statement().equals(first.statement())
        && packets.hasNext()) {
      ClientPacket next = packets.next();
      boolean describes =
          next instanceof FrontendMessage.Describe d
              && d.target() == FrontendMessage.Target.PORTAL
              && d.name().isEmpty();
      if (binds.isEmpty()) {
        described = describes;
      }
      if (described != describes || (describes && !packets.hasNext())) {
        break;
      }
      ClientPacket last = describes ? packets.next() : next;
      if (!(last instanceof FrontendMessage.Execute e)
          || !e.portal().isEmpty()
          || e.maxRows() > 0) {
        break;
      }
      binds.add(bind);
    }
    if (binds.size() < 2) {
      return null;
    }
    for (int i = binds.size() * (described ? 3 : 2); i > 0; i--) {
      inbox.poll();
    }
    return new Rows(binds, described);
  }

  private void batch(Rows rows) {
    ConnectionState connection = state;
    ExtendedQuery portals = extended;
    if (connection == null || portals == null) {
      return;
    }
    cancelRequested = false;
    simple = null;
    try {
      portals.executeBatch(rows.binds(), rows.described());
      connection.drainWhenFull();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      fail(e, connection, portals);
    }
  }

  @GuardedBy("lock")
  private Company companyOfHead() {
    Iterator<ClientPacket> packets = inbox.iterator();
    packets.next();
    while (packets.hasNext()) {
      ClientPacket packet = packets.next();
      if (packet instanceof FrontendMessage.Sync || packet instanceof FrontendMessage.Terminate) {
        return Company.ALONE;
      }
      if (!(packet instanceof FrontendMessage.Close)
          && !(packet instanceof FrontendMessage.Describe)) {
        return Company.OTHERS;
      }
    }
    return readingPaused || disconnected ? Company.OTHERS : Company.UNKNOWN;
  }

  /** What there is to do now. */
  private void run() {
    turns.incrementAndGet();
    try {
      while (true) {
        ClientPacket packet;
        boolean alone = false;
        Rows rows = null;
        synchronized (lock) {
          if (!canProceed() && writer.buffer().length() == 0) {
            scheduled = false;
            return;
          }
          if (disconnected) {
            runLastRequest(inbox.peek());
            break;
          }
          if (stopping && work == null) {
            sayGoodbye();
            break;
          }
          if (work != null || !headIsReady()) {
            packet = null;
          } else {
            rows = rowsOfHead();
            alone = rows == null && companyOfHead() != Company.OTHERS;
            packet = rows == null ? inbox.poll() : null;
            resumeReading();
          }
        }
        if (rows != null) {
          batch(rows);
        } else if (packet != null) {
          handle(packet, alone);
        } else if (work != null && (output.isWritable() || cancelRequested)) {
          proceed();
        } else {
          rest();
        }
        if (closed) {
          break;
        }
        idle = state != null && state.transactions().isIdle();
      }
    } catch (RuntimeException | Error e) {
      tellFatal(Failures.toUserError(e));
    }
    end();
  }

  /** A client that cancels need not wait for the answer, there is none. */
  private void runLastRequest(@Nullable ClientPacket packet) {
    if (packet instanceof StartupRequest.CancelRequest cancel) {
      context.cancels().cancel(cancel.processId(), cancel.secret());
    }
  }

  @GuardedBy("lock")
  private void resumeReading() {
    if (inbox.isEmpty()) {
      inboxBytes = 0;
    }
    if (readingPaused && inbox.size() < INBOX_PACKETS_MAX / 2) {
      readingPaused = false;
      inboxBytes = 0;
      output.setReading(true);
    }
  }

  private void rest() {
    if (state != null) {
      state.rest();
    } else if (writer.buffer().length() > 0) {
      output.send(writer.buffer().array(), 0, writer.buffer().length());
      writer.buffer().clear(0);
    }
  }

  private void handle(ClientPacket packet, boolean alone) {
    if (packet instanceof StartupRequest request) {
      startup(request);
    } else if (packet instanceof ClientPacket.Broken broken) {
      // Before a session nobody knows that it is PostgreSQL at the other end: no answer.
      if (state != null) {
        tellFatal(broken.error());
      }
      closed = true;
    } else if (state != null && extended != null) {
      message((FrontendMessage) packet, state, extended, alone);
    }
  }

  private void startup(StartupRequest request) {
    if (request instanceof StartupRequest.StartupMessage message) {
      open(message);
    } else if (request instanceof StartupRequest.CancelRequest cancel) {
      context.cancels().cancel(cancel.processId(), cancel.secret());
      closed = true;
    } else if (request instanceof StartupRequest.UnsupportedVersion version) {
      if (version.major() < 3) {
        writer.oldError("unsupported frontend protocol " + version.major() + ".0\n");
      } else {
        tellFatal(
            new DbException(
                ErrorCode.NOT_SUPPORTED,
                "unsupported frontend protocol "
                    + version.major()
                    + "."
                    + version.minor()
                    + ": server supports 3.0 to 3."
                    + MINOR_VERSION_MAX));
      }
      closed = true;
    } else {
      // TLS or GSSAPI encryption, neither of which is here.
      closed = ++encryptionRequests > ENCRYPTION_REQUESTS_MAX;
      if (!closed) {
        writer.buffer().writeByte('N');
      }
    }
  }

  private void open(StartupRequest.StartupMessage message) {
    try {
      StartupParameters parameters = StartupParameters.of(message.parameters());
      if (message.minor() > MINOR_VERSION_MAX || !parameters.unknownOptions().isEmpty()) {
        writer.negotiateProtocolVersion(
            Math.min(message.minor(), MINOR_VERSION_MAX), parameters.unknownOptions());
      }
      if (!context.slots().tryAcquire()) {
        throw new DbException(ErrorCode.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
      }
      holdsSlot = true;
      context.authenticator().authenticate(parameters.user(), parameters.database(), client);
      if (!context.instance().hasDatabase(parameters.database())) {
        throw new DbException(
            ErrorCode.DATABASE_NOT_FOUND,
            "database \"" + parameters.database() + "\" does not exist");
      }
      Session opened =
          context
              .instance()
              .database(parameters.database())
              .openSession(new SessionOptions(parameters.user(), parameters.settings()));
      session = opened;
      greet(opened, message.minor());
    } catch (DbException e) {
      tellFatal(e);
      closed = true;
    }
  }

  private void greet(Session opened, int minor) {
    ConnectionState connection = new ConnectionState(output, writer, opened);
    state = connection;
    extended = new ExtendedQuery(connection);
    byte[] secret = new byte[minor >= 2 ? SECRET_BYTES : SECRET_BYTES_OLD];
    context.random().nextBytes(secret);
    context.cancels().register(opened.id(), secret, this::interruptRunning);
    writer.authenticationOk();
    connection.reportSettings();
    writer.backendKeyData(opened.id(), secret);
    connection.readyForQuery();
  }

  /** A CancelRequest: cancels what runs now, and nothing that comes later. */
  private void interruptRunning() {
    synchronized (lock) {
      if (!scheduled && work == null) {
        return;
      }
    }
    interruptStatement();
    signal();
  }

  private void message(
      FrontendMessage message, ConnectionState connection, ExtendedQuery portals, boolean alone) {
    if (message instanceof FrontendMessage.Terminate) {
      closed = true;
      return;
    }
    if (skippingToSync && !(message instanceof FrontendMessage.Sync)) {
      return;
    }
    cancelRequested = false;
    simple = null;
    try {
      if (message instanceof FrontendMessage.Query m) {
        SimpleQuery query = new SimpleQuery(connection, portals, m.sql());
        simple = query;
        work = query;
        proceed();
      } else if (message instanceof FrontendMessage.Parse m) {
        portals.parse(m);
      } else if (message instanceof FrontendMessage.Bind m) {
        portals.bind(m);
      } else if (message instanceof FrontendMessage.Describe m) {
        portals.describe(m);
      } else if (message instanceof FrontendMessage.Execute m) {
        work = portals.execute(m, alone);
        proceed();
      } else if (message instanceof FrontendMessage.Close m) {
        portals.close(m);
      } else if (message instanceof FrontendMessage.Sync) {
        sync(connection, portals);
      } else if (message instanceof FrontendMessage.Flush) {
        connection.send();
      } else if (message instanceof FrontendMessage.FunctionCall) {
        fail(DbException.notSupported("The function call protocol"), connection, portals);
        connection.readyForQuery();
        skippingToSync = false;
      } else if (message instanceof FrontendMessage.Unreadable m) {
        if (m.simple()) {
          simple = new SimpleQuery(connection, portals, "");
        }
        throw m.error();
      }
      // Copy outside of COPY is ignored, as PostgreSQL does; Password has no business here either.
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      fail(e, connection, portals);
    }
  }

  private void sync(ConnectionState connection, ExtendedQuery portals) {
    boolean block = connection.transactions().status() != 'I';
    if (!block || skippingToSync) {
      portals.closePortals();
    }
    skippingToSync = false;
    try {
      connection.transactions().commitImplicit();
    } catch (RuntimeException e) {
      fail(e, connection, portals);
      skippingToSync = false;
    }
    connection.readyForQuery();
  }

  /** Goes on with the work in hand. */
  private void proceed() {
    ConnectionState connection = state;
    ExtendedQuery portals = extended;
    Work current = work;
    if (connection == null || portals == null || current == null) {
      return;
    }
    try {
      if (cancelRequested && !output.isWritable()) {
        throw new DbException(ErrorCode.CANCELLED, "canceling statement due to user request");
      }
      if (current.proceed()) {
        work = null;
        if (simple != null) {
          connection.readyForQuery();
        }
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      fail(e, connection, portals);
    }
  }

  /** Tells an error, ends what it belongs to, and finds the way back to ReadyForQuery. */
  private void fail(Throwable failure, ConnectionState connection, ExtendedQuery portals) {
    DbException error = Failures.toUserError(failure);
    Work failed = work;
    work = null;
    if (failed != null) {
      failed.abandon();
    }
    portals.closePortals();
    connection.transactions().afterError();
    SimpleQuery query = simple;
    String sql = query != null ? query.script() : portals.currentSql();
    int offset = query != null ? query.offset() : portals.currentOffset();
    if (!connection.session().isOpen()) {
      sayGoodbye(); // whatever the call said: somebody has ended the session
      closed = true;
      return;
    }
    writer.error(ErrorResponse.of(ErrorResponse.ERROR, error, sql, offset));
    if (query != null) {
      simple = null;
      connection.readyForQuery();
    } else {
      skippingToSync = true;
    }
  }

  private void sayGoodbye() {
    tellFatal(
        new DbException(
            ErrorCode.UNAVAILABLE, "terminating connection due to administrator command"));
  }

  private void tellFatal(DbException error) {
    writer.error(ErrorResponse.of(ErrorResponse.FATAL, error, "", -1));
  }

  /** Releases everything; the last thing that is done with the connection. */
  private void end() {
    rest();
    output.close();
    Session current = session;
    try {
      if (work != null) {
        work.abandon();
        work = null;
      }
      if (extended != null) {
        extended.closePortals();
      }
    } catch (RuntimeException e) {
      Failures.toUserError(e); // logged there; the session ends whatever its cursors say
    }
    if (current != null) {
      context.cancels().unregister(current.id());
      try {
        current.close();
      } catch (RuntimeException e) {
        Failures.toUserError(e);
      }
    }
    if (holdsSlot) {
      holdsSlot = false;
      context.slots().release();
    }
    synchronized (lock) {
      closed = true;
      inbox.clear();
      scheduled = false;
    }
  }
}
