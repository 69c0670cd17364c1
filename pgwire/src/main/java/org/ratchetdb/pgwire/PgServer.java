package org.ratchetdb.pgwire;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.pgwire.auth.Authenticator;
import org.ratchetdb.pgwire.auth.LoopbackTrust;
import org.ratchetdb.pgwire.session.CancelRegistry;
import org.ratchetdb.pgwire.session.ConnectionSlots;
import org.ratchetdb.pgwire.session.PgConnection;
import org.ratchetdb.pgwire.session.ServerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the databases of an instance to PostgreSQL clients. The instance stays its owner's:
 * closing the server ends the sessions it opened and no more. Thread-safe.
 */
public final class PgServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PgServer.class);

  /** Unsent bytes of a connection at which its statement stops, and at which it goes on. */
  private static final WriteBufferWaterMark WRITE_WATERMARK =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  private static final long GOODBYE_MILLIS = 1_000;
  private static final int ACCEPT_BACKLOG = 512;
  private static final long WORKER_IDLE_SECONDS = 30;

  private final PgServerOptions options;
  private final ThreadPoolExecutor workers;
  private final ServerContext context;
  private final Set<PgConnection> connections = ConcurrentHashMap.newKeySet();
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  private @Nullable EventLoopGroup eventLoops;
  private @Nullable Channel listener;
  private boolean closed;

  public PgServer(Instance instance, PgServerOptions options) {
    this(instance, options, new LoopbackTrust(), Randomness.secure());
  }

  public PgServer(
      Instance instance, PgServerOptions options, Authenticator authenticator, Randomness random) {
    this.options = options;
    this.workers = workers(options);
    this.context =
        new ServerContext(
            instance,
            workers,
            authenticator,
            new CancelRegistry(),
            new ConnectionSlots(options.maxConnections()),
            options.limits(),
            random);
  }

  /** Listens; returns when clients can connect. Fails with IO_ERROR when the port is taken. */
  public synchronized void start() {
    if (listener != null || closed) {
      throw new IllegalStateException("A server starts once");
    }
    boolean epoll = Epoll.isAvailable();
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            options.ioThreads(),
            named("ratchet-pg-io"),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    eventLoops = loops;
    Class<? extends ServerChannel> channelType =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(channelType)
            .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_WATERMARK)
            .childHandler(new Initializer());
    var bound = bootstrap.bind(options.host(), options.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      close();
      throw new DbException(
          ErrorCode.IO_ERROR,
          "Cannot listen on " + options.host() + ":" + options.port() + ": " + text(cause),
          cause);
    }
    listener = bound.channel();
    log.info("Listening for PostgreSQL clients on {}:{}", options.host(), port());
  }

  /** The port it listens on; after {@link #start} only. */
  public synchronized int port() {
    if (listener == null) {
      throw new IllegalStateException("not started");
    }
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Sessions open now. */
  public int connectionCount() {
    return context.slots().used();
  }

  /** Stops listening, ends every session with 57P01, and waits a bounded time for that. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (listener != null) {
      listener.close().awaitUninterruptibly();
    }
    connections.forEach(PgConnection::stop);
    workers.shutdown();
    try {
      long millis = options.shutdownTimeout().toMillis();
      if (!workers.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
        log.warn("Statements did not stop within {} ms, closing their connections", millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.shutdownNow();
    // Event loops close their channels first of all: let the goodbyes leave before.
    channels.newCloseFuture().awaitUninterruptibly(GOODBYE_MILLIS);
    if (eventLoops != null) {
      eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
    }
  }

  private static String text(@Nullable Throwable cause) {
    String message = cause == null ? null : cause.getMessage();
    // Netty puts the system call and its number first.
    return message == null ? "unknown" : message.replaceFirst("^bind\\(.*error\\(-\\d+\\): ", "");
  }

  /** As many threads as sessions, made when needed; some more for connections that say goodbye. */
  private static ThreadPoolExecutor workers(PgServerOptions options) {
    return new ThreadPoolExecutor(
        0,
        options.maxConnections() * 2 + 16,
        WORKER_IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        named("ratchet-pg-worker"));
  }

  private static ThreadFactory named(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, prefix + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  private final class Initializer extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      // Connections without a session yet are bounded too, or they would take all workers.
      if (connections.size() >= options.maxConnections() * 2 + 8) {
        var unused = channel.close();
        return;
      }
      channels.add(channel);
      channel
          .pipeline()
          .addLast(
              new PgChannelHandler(
                  context, options.authenticationTimeout(), connections::add, connections::remove));
    }
  }
}
