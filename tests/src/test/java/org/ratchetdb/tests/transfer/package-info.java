/** Conflicting transactions: money is conserved and nobody waits for ever. */
@NullMarked
package org.ratchetdb.tests.transfer;

import org.jspecify.annotations.NullMarked;
