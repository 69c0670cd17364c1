/** A server that is really killed, under load, and what is left when it comes back. */
@NullMarked
package org.ratchetdb.tests.crash;

import org.jspecify.annotations.NullMarked;
