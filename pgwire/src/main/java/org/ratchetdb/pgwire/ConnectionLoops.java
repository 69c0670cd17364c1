package org.ratchetdb.pgwire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Event loops of one thread each, one per open connection. A statement runs on the thread that read
 * it and that will send its answer, so that a round trip wakes no other thread; and since a
 * statement may wait for a lock that another connection's next statement gives back, no two
 * connections share a loop. Loops of closed connections serve later ones. Thread-safe.
 */
final class ConnectionLoops {
  /** Loops kept for connections to come; one more ends with its connection. */
  private static final int SPARE_MAX = 32;

  private static final int EVENTS_MAX = 8;

  private final boolean epoll;
  private final ThreadFactory threads;

  @GuardedBy("this")
  private final ArrayDeque<EventLoopGroup> spare = new ArrayDeque<>();

  @GuardedBy("this")
  private final List<EventLoopGroup> used = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  ConnectionLoops(boolean epoll) {
    this.epoll = epoll;
    this.threads = named("ratchet-pg-connection");
  }

  /** A loop of one thread with a name. */
  static EventLoopGroup loop(boolean epoll, ThreadFactory threads) {
    IoHandlerFactory transport =
        epoll
            ? EpollIoHandler.newFactory(EVENTS_MAX, DefaultSelectStrategyFactory.INSTANCE)
            : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(1, threads, transport);
  }

  static ThreadFactory named(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new FastThreadLocalThread(work, prefix + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Gives the channel a loop of its own until it is closed. Fails with a RuntimeException when
   * there can be no more threads or files.
   */
  ChannelFuture register(Channel channel) {
    EventLoopGroup loop = take();
    channel.closeFuture().addListener(closing -> giveBack(loop));
    return loop.register(channel);
  }

  private synchronized EventLoopGroup take() {
    EventLoopGroup loop = spare.pollLast();
    if (loop == null) {
      loop = loop(epoll, threads);
    }
    used.add(loop);
    return loop;
  }

  private synchronized void giveBack(EventLoopGroup loop) {
    used.remove(loop);
    if (closed || spare.size() >= SPARE_MAX) {
      end(loop);
    } else {
      spare.add(loop);
    }
  }

  /**
   * Ends every loop that has no connection, now and from now on.
   *
   * @return completes when all connections have been closed and all they began is over
   */
  synchronized CompletableFuture<Void> close() {
    closed = true;
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (EventLoopGroup loop : used) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      loop.terminationFuture().addListener(terminated -> end.complete(null));
      ends.add(end);
    }
    spare.forEach(ConnectionLoops::end);
    spare.clear();
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private static void end(EventLoopGroup loop) {
    var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
