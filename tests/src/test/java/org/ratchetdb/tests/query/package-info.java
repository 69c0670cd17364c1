/** Random queries, whose answers must not depend on how they are planned. */
@NullMarked
package org.ratchetdb.tests.query;

import org.jspecify.annotations.NullMarked;
