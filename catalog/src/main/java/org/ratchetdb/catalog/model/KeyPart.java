package org.ratchetdb.catalog.model;

/**
 * One column of a primary key or index key.
 *
 * @param columnId which column of the table
 * @param descending DESC
 * @param nullsFirst where NULLs stand in the order of the key as stored. GoogleSQL: first when
 *     ascending, last when descending. PostgreSQL: last when ascending, first when descending,
 *     unless the statement says otherwise
 */
public record KeyPart(int columnId, boolean descending, boolean nullsFirst) {}
