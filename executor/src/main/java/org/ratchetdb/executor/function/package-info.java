/**
 * The code behind functions, operators and casts: kernels that compute one vector from others. They
 * are found by name and argument types in {@link KernelRegistry}; the names are those that binding
 * writes into plans. Adding a function is one registration in the class of its group.
 */
@NullMarked
package org.ratchetdb.executor.function;

import org.jspecify.annotations.NullMarked;
