package org.ratchetdb.engine.api;

import java.util.List;

/**
 * What a check has found.
 *
 * @param findings worst first; the last one sums up what was looked at
 * @param rows rows of tables that were read
 * @param entries entries of indexes that were read
 * @param timestampMicros the state that was checked: every commit up to this timestamp
 */
public record CheckReport(
    List<CheckFinding> findings, long rows, long entries, long timestampMicros) {
  public CheckReport {
    findings = List.copyOf(findings);
  }

  /** Whether nothing is wrong. */
  public boolean isClean() {
    return findings.stream().noneMatch(f -> f.severity() != CheckFinding.Severity.INFO);
  }
}
