package org.ratchetdb.sqlfrontend.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.SqlType;

/**
 * What binding depends on beside text and schema; a cache of bound statements or plans needs all of
 * it in its key.
 *
 * @param parameterTypes types that the caller has decided by position (named parameters count in
 *     order of their first appearance), null where the statement is to tell; may be short
 * @param timeZone name of the session's default zone
 * @param systemTables finds system tables
 */
public record BindOptions(
    List<@Nullable SqlType> parameterTypes, String timeZone, SystemTables systemTables) {
  /** No declared parameters, UTC, no system tables. */
  public static final BindOptions DEFAULT = new BindOptions(List.of(), "UTC", SystemTables.NONE);

  public BindOptions {
    parameterTypes = Collections.unmodifiableList(new ArrayList<>(parameterTypes));
  }

  public BindOptions withParameterTypes(List<@Nullable SqlType> types) {
    return new BindOptions(types, timeZone, systemTables);
  }
}
