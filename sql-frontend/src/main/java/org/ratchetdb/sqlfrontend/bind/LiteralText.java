package org.ratchetdb.sqlfrontend.bind;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.common.type.TypeKind;
import org.ratchetdb.common.value.TimeZones;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.common.value.Values;

/** Quoted literals as values of the type that their place needs. */
final class LiteralText {
  private LiteralText() {}

  /**
   * Reads a literal; fails with {@code DbException} when the text is not of the type.
   *
   * @return null for types that have no text
   */
  static @Nullable Value parse(String text, SqlType target, boolean postgres, String zone) {
    if (target.is(TypeKind.STRUCT) || (target.is(TypeKind.ARRAY) && !postgres)) {
      return null;
    }
    // Looking a zone up costs more than reading most literals.
    boolean zoned = target.is(TypeKind.TIMESTAMP) || target.is(TypeKind.ARRAY);
    ZoneId id =
        !zoned ? TimeZones.DEFAULT : postgres ? TimeZones.postgres(zone) : TimeZones.google(zone);
    return Values.parse(
        text, target, postgres ? Dialect.POSTGRESQL : Dialect.GOOGLE_STANDARD_SQL, id);
  }
}
