/** What Spanner limits: each limit is reached, and then passed by one, through the doors. */
@NullMarked
package org.ratchetdb.tests.limits;

import org.jspecify.annotations.NullMarked;
