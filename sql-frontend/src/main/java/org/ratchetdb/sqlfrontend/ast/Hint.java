package org.ratchetdb.sqlfrontend.ast;

import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code @{key = value, ...}} or of a PostgreSQL comment hint.
 *
 * @param engine the part before the dot, or null; hints for other engines are to be ignored
 * @param value a literal, or a {@link Expression.Name} for a bare word
 */
public record Hint(@Nullable Identifier engine, Identifier key, Expression value, Span span)
    implements Node {}
