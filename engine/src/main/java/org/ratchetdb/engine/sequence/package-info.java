/** Values of sequences. Open {@link org.ratchetdb.engine.sequence.SequenceAllocator} first. */
@NullMarked
package org.ratchetdb.engine.sequence;

import org.jspecify.annotations.NullMarked;
