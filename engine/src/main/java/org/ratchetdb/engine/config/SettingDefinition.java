package org.ratchetdb.engine.config;

import java.util.function.UnaryOperator;

/**
 * A session setting.
 *
 * @param name as PostgreSQL spells it; found without regard to case
 * @param defaultValue value of a new session
 * @param reported whether PostgreSQL clients hear of every change (ParameterStatus)
 * @param writable whether SET may change it
 * @param check returns the canonical form of a new value or fails with {@code INVALID_SETTING}
 */
record SettingDefinition(
    String name,
    String defaultValue,
    boolean reported,
    boolean writable,
    UnaryOperator<String> check) {}
