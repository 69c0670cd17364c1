/**
 * Errors that users meet: the codes, which fix canonical status and SQLSTATE together, and the one
 * exception type that carries them. Open {@link ErrorCode} first.
 */
@NullMarked
package org.ratchetdb.common.error;

import org.jspecify.annotations.NullMarked;
