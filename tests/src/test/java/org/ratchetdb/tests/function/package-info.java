/** Functions from signature to code: what the front end offers the executor has. */
@NullMarked
package org.ratchetdb.tests.function;

import org.jspecify.annotations.NullMarked;
