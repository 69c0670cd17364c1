/**
 * What the shared driver code asks of whatever answers: the embedded engine or a server far away.
 * Open {@link ConnectionBackend} first; {@code embedded} and {@code remote} implement it, {@code
 * core} uses it and knows nothing else. Backends fail with {@link java.sql.SQLException}s made by
 * {@link SqlErrors}. Like connections, they are used by one thread at a time.
 */
@NullMarked
package org.ratchetdb.jdbc.backend;

import org.jspecify.annotations.NullMarked;
