/** From GoogleSQL or PostgreSQL text to one syntax tree and from there to a bound statement. */
@NullMarked
package org.ratchetdb.sqlfrontend;

import org.jspecify.annotations.NullMarked;
