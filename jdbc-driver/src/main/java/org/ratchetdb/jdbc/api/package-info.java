/**
 * What a program may use of the driver beyond {@code java.sql}: {@code unwrap} a connection to
 * {@link org.ratchetdb.jdbc.api.RatchetSession}.
 */
@NullMarked
package org.ratchetdb.jdbc.api;

import org.jspecify.annotations.NullMarked;
