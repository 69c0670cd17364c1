/** How texts become statements that run: what is kept and what is not. */
@NullMarked
package org.ratchetdb.engine.statement;

import org.jspecify.annotations.NullMarked;
