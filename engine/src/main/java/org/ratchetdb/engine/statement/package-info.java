/**
 * From text to something that runs: parse, bind, plan, compile, and the cache of the results. Open
 * {@link StatementCompiler} first.
 */
@NullMarked
package org.ratchetdb.engine.statement;

import org.jspecify.annotations.NullMarked;
