package org.ratchetdb.pgwire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.pgwire.session.ConnectionOutput;
import org.ratchetdb.pgwire.session.PgConnection;
import org.ratchetdb.pgwire.session.ServerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins a Netty channel to its {@link PgConnection}, which runs on the channel's event loop. */
final class PgChannelHandler extends SimpleChannelInboundHandler<ByteBuf> {
  private static final Logger log = LoggerFactory.getLogger(PgChannelHandler.class);

  /** Of the kernel's tcp_states.h. */
  private static final int TCP_ESTABLISHED = 1;

  private final ServerContext context;
  private final Consumer<PgConnection> opened;
  private final Consumer<PgConnection> closed;

  private @Nullable PgConnection connection;

  PgChannelHandler(
      ServerContext context, Consumer<PgConnection> opened, Consumer<PgConnection> closed) {
    this.context = context;
    this.opened = opened;
    this.closed = closed;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    Channel channel = ctx.channel();
    InetAddress client = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    EventLoop loop = channel.eventLoop();
    PgConnection made =
        new PgConnection(
            context,
            new ChannelOutput(channel),
            work -> {
              if (loop.inEventLoop()) {
                work.run();
              } else {
                loop.execute(work);
              }
            },
            client);
    connection = made;
    opened.accept(made);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, ByteBuf in) {
    if (connection == null) {
      return;
    }
    int count = in.readableBytes();
    if (in.hasArray()) {
      connection.onBytes(in.array(), in.arrayOffset() + in.readerIndex(), count);
    } else {
      byte[] bytes = new byte[count];
      in.readBytes(bytes);
      connection.onBytes(bytes, 0, count);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (connection != null && ctx.channel().isWritable()) {
      connection.onWritable();
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    PgConnection gone = connection;
    if (gone != null) {
      connection = null;
      gone.onDisconnected();
      closed.accept(gone);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("Connection failed", cause); // a reset and the like
    } else {
      // Whatever a statement throws is told to the client elsewhere: this is a fault of ours.
      log.error("A connection is closed after an unexpected failure", cause);
    }
    var ignored = ctx.close();
  }

  private record ChannelOutput(Channel channel) implements ConnectionOutput {
    @Override
    public void send(byte[] bytes, int offset, int count) {
      ByteBuf copy = channel.alloc().buffer(count).writeBytes(bytes, offset, count);
      // A failed write closes the channel, which the connection is told of.
      var ignored = channel.writeAndFlush(copy, channel.voidPromise());
    }

    @Override
    public boolean isWritable() {
      return channel.isWritable();
    }

    @Override
    public boolean isClientGone() {
      if (!(channel instanceof EpollSocketChannel socket)) {
        return false;
      }
      try {
        return socket.tcpInfo().state() != TCP_ESTABLISHED;
      } catch (ChannelException e) {
        return true;
      }
    }

    @Override
    public void setReading(boolean reading) {
      channel.config().setAutoRead(reading);
    }

    @Override
    public void close() {
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
