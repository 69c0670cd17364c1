/**
 * The functions and operators of each dialect: names, argument types, result, NULL rule, volatility
 * and kernel. One row of a table per function.
 */
@NullMarked
package org.ratchetdb.sqlfrontend.function;

import org.jspecify.annotations.NullMarked;
