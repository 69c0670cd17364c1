/**
 * The grammar rules that GoogleSQL and PostgreSQL share, as recursive descent with precedence
 * climbing for operators. One class per area (types, expressions, queries, DML, DDL, session
 * statements), each made concrete by a subclass per dialect; {@link
 * org.ratchetdb.sqlfrontend.parser.Grammar} ties the parts of one parse together around one {@link
 * org.ratchetdb.sqlfrontend.parser.TokenCursor}.
 *
 * <p>Rules decide by looking ahead and never by trying and failing, so the first error met is the
 * error reported.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.parser;

import org.jspecify.annotations.NullMarked;
