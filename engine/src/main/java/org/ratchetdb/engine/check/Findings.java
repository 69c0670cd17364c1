package org.ratchetdb.engine.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.engine.api.CheckFinding;
import org.ratchetdb.engine.api.CheckFinding.Severity;

/** Collects what a check finds; of the same problem of one object only so many. */
final class Findings {
  /** Beyond it, more of the same tell nobody anything. */
  static final int SAME_MAX = 100;

  private final List<CheckFinding> findings = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  void error(String object, @Nullable String key, String problem, @Nullable String hint) {
    add(new CheckFinding(Severity.ERROR, object, key, problem, hint));
  }

  void warning(String object, @Nullable String key, String problem, @Nullable String hint) {
    add(new CheckFinding(Severity.WARNING, object, key, problem, hint));
  }

  private void add(CheckFinding finding) {
    int count = counts.merge(finding.object() + ": " + finding.problem(), 1, Integer::sum);
    if (count <= SAME_MAX) {
      findings.add(finding);
    }
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  /** All of them, the worst first, and what was left out. */
  List<CheckFinding> all() {
    List<CheckFinding> all = new ArrayList<>(findings);
    all.sort(Comparator.comparing(CheckFinding::severity));
    counts.forEach(
        (what, count) -> {
          if (count > SAME_MAX) {
            String text = (count - SAME_MAX) + " more are not listed: " + what;
            all.add(new CheckFinding(Severity.INFO, "database", null, text, null));
          }
        });
    return all;
  }
}
