/**
 * Settings of sessions: names, defaults, allowed values, and which of them clients are told of.
 * Open {@link SessionSettings} first.
 */
@NullMarked
package org.ratchetdb.engine.config;

import org.jspecify.annotations.NullMarked;
