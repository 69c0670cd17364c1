package org.ratchetdb.executor.function;

import static org.ratchetdb.common.type.TypeKind.BOOL;
import static org.ratchetdb.common.type.TypeKind.INT64;
import static org.ratchetdb.common.type.TypeKind.JSON;
import static org.ratchetdb.common.type.TypeKind.STRING;

import org.jspecify.annotations.Nullable;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.error.ErrorCode;
import org.ratchetdb.common.value.JsonText;
import org.ratchetdb.common.value.Value;
import org.ratchetdb.executor.context.ExecutionContext;

/** UUIDs, errors on purpose, JSON text and facts about the session. */
final class MiscFunctions {
  private MiscFunctions() {}

  static void register(KernelRegistry r) {
    r.rows(
        "generate_uuid",
        (v, row, out, c) -> Outcomes.set(out, row, c.randomness().nextUuid().toString()));
    r.rows("new_uuid", (v, row, out, c) -> out.set(row, new Value.Uuid(c.randomness().nextUuid())));
    r.rows(
        "error",
        (v, row, out, c) -> {
          throw new DbException(ErrorCode.VALUE_OUT_OF_RANGE, v[0].getString(row));
        },
        STRING);
    r.rows(
        "parse_json",
        (v, row, out, c) -> Outcomes.set(out, row, JsonText.canonicalGoogle(v[0].getString(row))),
        STRING);
    r.rows("to_json_string", (v, row, out, c) -> Outcomes.set(out, row, v[0].getString(row)), JSON);
    r.rows(
        "session_value",
        (v, row, out, c) -> Outcomes.set(out, row, c.sessionFacts().get(v[0].getString(row))),
        STRING);
    r.rows(
        "pg_cancel_backend",
        (v, row, out, c) -> out.set(row, new Value.Bool(c.backends().cancel(v[0].getLong(row)))),
        INT64);
    r.rows(
        "pg_terminate_backend",
        (v, row, out, c) -> out.set(row, new Value.Bool(c.backends().terminate(v[0].getLong(row)))),
        INT64);
    r.rows(
        "pg_current_setting",
        (v, row, out, c) -> Outcomes.set(out, row, setting(c, v[0].getString(row), false)),
        STRING);
    r.rows(
        "pg_current_setting",
        (v, row, out, c) ->
            Outcomes.set(out, row, setting(c, v[0].getString(row), v[1].getBoolean(row))),
        STRING,
        BOOL);
  }

  private static @Nullable String setting(
      ExecutionContext context, String name, boolean missingOk) {
    String value = context.sessionFacts().get(name);
    if (value == null && !missingOk) {
      throw new DbException(
          ErrorCode.UNKNOWN_SETTING, "unrecognized configuration parameter \"" + name + "\"");
    }
    return value;
  }
}
