/** Disks that are full, cannot be written, or belong to another process. */
@NullMarked
package org.ratchetdb.tests.disk;

import org.jspecify.annotations.NullMarked;
