package org.ratchetdb.tests.simulation.workload;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ratchetdb.catalog.model.Schema;

/** Which indexes there may be, after all that the one who makes them was told. */
final class SchemaExpectations {
  private final Map<String, Set<Boolean>> possible = new TreeMap<>();

  private Set<Boolean> of(String index) {
    return possible.computeIfAbsent(index, key -> new HashSet<>(Set.of(false)));
  }

  void may(String index, boolean present) {
    of(index).add(present);
  }

  void is(String index, boolean present) {
    of(index).clear();
    of(index).add(present);
  }

  void check(Schema schema) {
    possible.forEach(
        (index, states) -> {
          if (!states.contains(schema.findIndex(index).isPresent())) {
            throw new AssertionError("Index " + index + " is there or not, against " + states);
          }
        });
  }
}
