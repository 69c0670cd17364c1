/**
 * The contract of the store: keys, payloads, timestamps, locks; no SQL. Open {@link KvStore} and
 * {@link KvTransaction} first.
 */
@NullMarked
package org.ratchetdb.storage.api;

import org.jspecify.annotations.NullMarked;
