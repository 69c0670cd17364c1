package org.ratchetdb.tests.history;

/**
 * What clients do, in parts of a hundred transactions; the rest are transactions of several
 * statements at SERIALIZABLE.
 *
 * @param clients how many
 * @param single single statements that commit by themselves
 * @param readOnly read-only transactions of several reads
 * @param stale the same, but reading the past
 * @param repeatable transactions at REPEATABLE READ
 * @param schemaChanges whether the schema changes and splits divide all the time
 */
record WorkloadOptions(
    int clients, int single, int readOnly, int stale, int repeatable, boolean schemaChanges) {
  static final WorkloadOptions DEFAULT = new WorkloadOptions(8, 25, 10, 15, 10, true);

  WorkloadOptions withRepeatable(int percent) {
    return new WorkloadOptions(clients, single, readOnly, stale, percent, schemaChanges);
  }

  WorkloadOptions withSchemaChanges(boolean wanted) {
    return new WorkloadOptions(clients, single, readOnly, stale, repeatable, wanted);
  }
}
