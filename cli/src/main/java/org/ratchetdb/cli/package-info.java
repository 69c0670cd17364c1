/** The command line: starts the server, the console and the admin commands. */
@NullMarked
package org.ratchetdb.cli;

import org.jspecify.annotations.NullMarked;
