package org.ratchetdb.pgwire.message;

import org.ratchetdb.common.error.DbException;

/** Anything that a client sends. */
public sealed interface ClientPacket permits StartupRequest, FrontendMessage, ClientPacket.Broken {
  /** Bytes from which the stream cannot go on: the error is told and the connection closed. */
  record Broken(DbException error) implements ClientPacket {}
}
