/** Real PostgreSQL clients, psql and pgjdbc, against the server over the real engine. */
@NullMarked
package org.ratchetdb.tests.pgwire;

import org.jspecify.annotations.NullMarked;
