/** Tests of the function tables and of overload resolution. */
@NullMarked
package org.ratchetdb.sqlfrontend.function;

import org.jspecify.annotations.NullMarked;
