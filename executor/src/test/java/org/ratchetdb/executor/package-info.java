/** Tests of plan execution, on the in-memory store and with plans built by hand. */
@NullMarked
package org.ratchetdb.executor;

import org.jspecify.annotations.NullMarked;
