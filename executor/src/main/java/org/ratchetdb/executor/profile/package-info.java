/**
 * What each operator of one execution did, for EXPLAIN ANALYZE: {@link
 * org.ratchetdb.executor.profile.ExecutionProfile} holds one {@link
 * org.ratchetdb.executor.profile.OperatorProfile} per plan node. An execution that is not measured
 * has no profile and pays nothing.
 */
@NullMarked
package org.ratchetdb.executor.profile;

import org.jspecify.annotations.NullMarked;
