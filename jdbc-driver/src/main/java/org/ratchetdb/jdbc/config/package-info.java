/**
 * What a URL and its properties say. {@link org.ratchetdb.jdbc.config.RatchetProperty} lists every
 * property; {@link org.ratchetdb.jdbc.config.RatchetUrl} reads URLs.
 */
@NullMarked
package org.ratchetdb.jdbc.config;

import org.jspecify.annotations.NullMarked;
