/**
 * What a DDL statement asks for, by names and independent of any syntax tree: the input of {@code
 * catalog.change}. Open {@link TableSpec} first.
 */
@NullMarked
package org.ratchetdb.catalog.spec;

import org.jspecify.annotations.NullMarked;
