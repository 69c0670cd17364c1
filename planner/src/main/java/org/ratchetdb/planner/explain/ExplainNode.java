package org.ratchetdb.planner.explain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One operator of an explained plan.
 *
 * @param name such as {@code Hash Join}
 * @param attributes short facts, shown in parentheses behind the name, in order
 * @param conditions longer facts such as {@code Seek Condition}, shown a line each, in order
 * @param measures what it did when it ran, shown in brackets, in order; empty when it did not run
 * @param children inputs in order
 */
public record ExplainNode(
    String name,
    Map<String, String> attributes,
    Map<String, String> conditions,
    Map<String, String> measures,
    List<ExplainNode> children) {
  public ExplainNode {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
    children = List.copyOf(children);
  }

  /** One line per operator and condition, two spaces per level. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    write(0, lines);
    return lines;
  }

  private void write(int level, List<String> lines) {
    StringBuilder line = new StringBuilder("  ".repeat(level)).append(name);
    if (!attributes.isEmpty()) {
      line.append(" (").append(joined(attributes)).append(')');
    }
    if (!measures.isEmpty()) {
      line.append(" [").append(joined(measures)).append(']');
    }
    lines.add(line.toString());
    conditions.forEach(
        (key, value) -> lines.add("  ".repeat(level + 1) + "- " + key + ": " + value));
    for (ExplainNode child : children) {
      child.write(level + 1, lines);
    }
  }

  private static String joined(Map<String, String> facts) {
    List<String> parts = new ArrayList<>();
    facts.forEach((key, value) -> parts.add(key + ": " + value));
    return String.join(", ", parts);
  }
}
