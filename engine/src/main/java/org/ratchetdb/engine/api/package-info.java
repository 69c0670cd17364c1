/**
 * The one front door of the database, for the wire server, the embedded driver and the command
 * line. Open {@link Instance} (a set of databases), {@link Session} and {@link PreparedQuery}
 * first. Nothing here names storage, planner or parser.
 */
@NullMarked
package org.ratchetdb.engine.api;

import org.jspecify.annotations.NullMarked;
