package org.ratchetdb.pgwire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ratchetdb.common.concurrent.BusyPoll;

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

  private record Loop(EventLoopGroup group, BusyPoll poll) {
    static Loop start(boolean epoll, ThreadFactory threads) {
      BusyPoll poll = new BusyPoll();
      return new Loop(loop(epoll, threads, () -> new PollingStrategy(poll)), poll);
    }
  }

  /** Looks for the next message for a moment before the loop sleeps. */
  private record PollingStrategy(BusyPoll poll) implements SelectStrategy {
    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
      if (hasTasks) {
        return selectNow.get();
      }
      int ready = poll.poll(selectNow::get);
      if (ready == 0) {
        poll.disengage();
        return SELECT;
      }
      return ready;
    }
  }

  /** Tells when a request comes in. */
  private static final class Engagement extends ChannelInboundHandlerAdapter {
    private final BusyPoll poll;

    Engagement(BusyPoll poll) {
      this.poll = poll;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      poll.engage();
      ctx.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      poll.disengage();
      ctx.fireChannelInactive();
    }
  }

  private final boolean epoll;
  private final ThreadFactory threads;

  @GuardedBy("this")
  private final ArrayDeque<Loop> spare = new ArrayDeque<>();

  @GuardedBy("this")
  private final List<Loop> used = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  ConnectionLoops(boolean epoll) {
    this.epoll = epoll;
    this.threads = named("ratchet-pg-connection");
  }

  /** A loop of one thread with a name. */
  static EventLoopGroup loop(
      boolean epoll, ThreadFactory threads, SelectStrategyFactory strategies) {
    IoHandlerFactory transport =
        epoll ? EpollIoHandler.newFactory(EVENTS_MAX, strategies) : NioIoHandler.newFactory();
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
    Loop loop = take();
    channel.closeFuture().addListener(closing -> giveBack(loop));
    channel.pipeline().addFirst(new Engagement(loop.poll));
    return loop.group.register(channel);
  }

  private synchronized Loop take() {
    Loop loop = spare.pollLast();
    if (loop == null) {
      loop = Loop.start(epoll, threads);
    }
    used.add(loop);
    return loop;
  }

  private synchronized void giveBack(Loop loop) {
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
    for (Loop loop : used) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      loop.group.terminationFuture().addListener(terminated -> end.complete(null));
      ends.add(end);
    }
    spare.forEach(ConnectionLoops::end);
    spare.clear();
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private static void end(Loop loop) {
    var unused = loop.group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
