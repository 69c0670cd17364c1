/**
 * The one syntax tree of both dialects: records behind sealed interfaces, each with the place it
 * was written at. The tree says what the text says and nothing about what it means: names are not
 * resolved, types are spellings, and nodes exist for forms that the binder or the engine refuses.
 *
 * <p>Start with {@link org.ratchetdb.sqlfrontend.ast.Statement}, {@link
 * org.ratchetdb.sqlfrontend.ast.Query} and {@link org.ratchetdb.sqlfrontend.ast.Expression}.
 * Unquoted PostgreSQL identifiers are folded to lower case already; GoogleSQL ones are kept as
 * written. Chains of AND, OR and set operators are lists, so that a long text is not a deep tree.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.ast;

import org.jspecify.annotations.NullMarked;
