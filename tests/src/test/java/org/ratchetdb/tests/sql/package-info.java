/**
 * SQL scripts with the rows, errors and plans that they must give. Open {@link SqlScriptTest}
 * first.
 */
@NullMarked
package org.ratchetdb.tests.sql;

import org.jspecify.annotations.NullMarked;
