/** The type system that both dialects share. Open {@link SqlType} first. */
@NullMarked
package org.ratchetdb.common.type;

import org.jspecify.annotations.NullMarked;
