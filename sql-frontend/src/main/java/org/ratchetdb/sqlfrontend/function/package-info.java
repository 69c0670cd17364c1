/**
 * The functions and operators of each dialect: names, argument types, result, NULL rule, volatility
 * and kernel. One row of a table per function: {@link
 * org.ratchetdb.sqlfrontend.function.SharedFunctions}, {@link
 * org.ratchetdb.sqlfrontend.function.GoogleSqlFunctions} and {@link
 * org.ratchetdb.sqlfrontend.function.PostgresFunctions} are the tables, {@link FunctionCatalog} the
 * way in, {@link FunctionResolver} the overload rules and {@link Coercion} the implicit
 * conversions.
 *
 * <p>The executor finds the code by the name of the kernel and the argument types. Conventions:
 *
 * <ul>
 *   <li>A kernel is named like its function in lower case; operators are words: {@code eq ne lt le
 *       gt ge add subtract multiply divide negate mod concat like}.
 *   <li>What PostgreSQL does otherwise on the same argument types begins with {@code pg_}.
 *   <li>A date part is a suffix: {@code date_add_month(DATE, INT64)}, {@code date_diff_week(DATE,
 *       DATE)}, {@code timestamp_trunc_hour(TIMESTAMP, STRING)}, {@code extract_year(DATE)}, {@code
 *       pg_extract_epoch(INTERVAL)}, {@code interval_day(INT64)}. {@code pg_date_trunc}, {@code
 *       pg_date_part} and {@code pg_to_char} take theirs as text.
 *   <li>What depends on a time zone takes the zone's name as its last argument, always; the binder
 *       adds the default zone. (Casts between text, DATE and TIMESTAMP use the session's zone.)
 *   <li>{@code session_value(STRING)} is what the session says of {@code current_user}, {@code
 *       pg_backend_pid}, ...
 *   <li>COALESCE, CASE, IF, NULLIF, IN lists, casts, sequences and pending commit timestamps are
 *       nodes of {@code BoundExpr}, not functions. {@code count_star} is {@code COUNT(*)}.
 * </ul>
 */
@NullMarked
package org.ratchetdb.sqlfrontend.function;

import org.jspecify.annotations.NullMarked;
