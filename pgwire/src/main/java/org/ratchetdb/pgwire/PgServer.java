package org.ratchetdb.pgwire;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  private static final int ACCEPT_BACKLOG = 512;
  private static final long ACCEPT_AGAIN_MILLIS = 1_000;
  private static final long WATCH_MILLIS = 100;

  private final PgServerOptions options;
  private final ServerContext context;
  private final Set<PgConnection> connections = ConcurrentHashMap.newKeySet();
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final boolean epoll = Epoll.isAvailable();
  private final ConnectionLoops loops = new ConnectionLoops(epoll);

  private @Nullable EventLoopGroup acceptor;
  private @Nullable Channel listener;
  private boolean closed;

  public PgServer(Instance instance, PgServerOptions options) {
    this(instance, options, new LoopbackTrust(), Randomness.secure());
  }

  public PgServer(
      Instance instance, PgServerOptions options, Authenticator authenticator, Randomness random) {
    this.options = options;
    this.context =
        new ServerContext(
            instance,
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
    EventLoopGroup accepting =
        ConnectionLoops.loop(
            epoll,
            ConnectionLoops.named("ratchet-pg-acceptor"),
            DefaultSelectStrategyFactory.INSTANCE);
    acceptor = accepting;
    Class<? extends ServerChannel> channelType =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    ChannelFuture bound =
        new Bootstrap()
            .group(accepting)
            .channel(channelType)
            .option(ChannelOption.SO_BACKLOG, ACCEPT_BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .handler(new Acceptor())
            .bind(options.host(), options.port())
            .awaitUninterruptibly();
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
    CompletableFuture<Void> ended = loops.close();
    connections.forEach(PgConnection::stop);
    long millis = options.shutdownTimeout().toMillis();
    try {
      ended.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      log.warn("Statements did not stop within {} ms, closing their connections", millis);
      var unused = channels.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var unused = channels.close();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // nobody completes it so
    }
    if (acceptor != null) {
      acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
    }
  }

  private static String text(@Nullable Throwable cause) {
    String message = cause == null ? null : cause.getMessage();
    // Netty puts the system call and its number first.
    return message == null ? "unknown" : message.replaceFirst("^bind\\(.*error\\(-\\d+\\): ", "");
  }

  /** Gives accepted connections their loops, and looks after them; on the acceptor's thread. */
  private final class Acceptor extends ChannelInboundHandlerAdapter {
    private @Nullable ScheduledFuture<?> watch;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      Channel channel = (Channel) message;
      // Connections without a session yet are bounded too, or they would take all threads.
      if (connections.size() >= options.maxConnections() * 2 + 8) {
        channel.unsafe().closeForcibly();
        return;
      }
      channel.config().setOption(ChannelOption.TCP_NODELAY, true);
      channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
      channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_WATERMARK);
      channel
          .pipeline()
          .addLast(new PgChannelHandler(context, connections::add, connections::remove));
      channels.add(channel);
      try {
        loops
            .register(channel)
            .addListener(
                registered -> {
                  if (!registered.isSuccess()) {
                    channel.unsafe().closeForcibly();
                  }
                });
      } catch (RuntimeException e) {
        log.warn("A connection is refused: there can be no thread for it", e);
        channel.unsafe().closeForcibly();
      }
      if (watch == null) {
        watch =
            ctx.executor()
                .scheduleWithFixedDelay(
                    this::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
      }
    }

    /** A loop that runs a statement does not look at its socket, and its clock does not tick. */
    private void watch() {
      long patience = Math.max(1, options.authenticationTimeout().toMillis() / WATCH_MILLIS);
      connections.forEach(connection -> connection.watch(patience));
      if (connections.isEmpty() && watch != null) {
        watch.cancel(false);
        watch = null;
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      log.warn("Connections cannot be accepted for a second", cause); // out of files, mostly
      ctx.channel().config().setAutoRead(false);
      var unused =
          ctx.executor()
              .schedule(
                  () -> ctx.channel().config().setAutoRead(true),
                  ACCEPT_AGAIN_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }
}
