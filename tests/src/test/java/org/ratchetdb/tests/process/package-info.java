/** Servers in processes of their own, for tests that kill them or count their locks. */
@NullMarked
package org.ratchetdb.tests.process;

import org.jspecify.annotations.NullMarked;
