/** The rules that keep the module map of {@code docs/ARCHITECTURE.md} true. */
@NullMarked
package org.ratchetdb.tests.architecture;

import org.jspecify.annotations.NullMarked;
