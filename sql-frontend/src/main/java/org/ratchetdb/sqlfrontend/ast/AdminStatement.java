package org.ratchetdb.sqlfrontend.ast;

import org.jspecify.annotations.Nullable;

/** A statement that looks after a database as a whole. Both dialects have the same ones. */
public sealed interface AdminStatement extends Statement {
  /** CHECK DATABASE [name]; null for the database of the session. */
  record CheckDatabase(@Nullable Identifier name, Span span) implements AdminStatement {}
}
