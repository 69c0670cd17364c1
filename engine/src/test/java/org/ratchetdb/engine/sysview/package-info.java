/** System tables read through sessions, on a clock that the tests move. */
@NullMarked
package org.ratchetdb.engine.sysview;

import org.jspecify.annotations.NullMarked;
