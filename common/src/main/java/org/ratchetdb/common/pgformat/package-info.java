/**
 * Values in the formats of the PostgreSQL protocol. {@link org.ratchetdb.common.pgformat.PgTypes}
 * lists the types with their OIDs; each {@link org.ratchetdb.common.pgformat.PgType} reads and
 * writes its text and binary form side by side; {@link org.ratchetdb.common.pgformat.PgBuffer} is
 * where they write to. No protocol messages here.
 */
@NullMarked
package org.ratchetdb.common.pgformat;

import org.jspecify.annotations.NullMarked;
