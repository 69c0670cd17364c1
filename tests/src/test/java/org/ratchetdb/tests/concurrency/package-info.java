/** Many clients at once: what they see of each other, and what they must not. */
@NullMarked
package org.ratchetdb.tests.concurrency;

import org.jspecify.annotations.NullMarked;
