/** Tests of the program's commands, in this process. */
@NullMarked
package org.ratchetdb.cli;

import org.jspecify.annotations.NullMarked;
