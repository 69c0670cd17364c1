package org.ratchetdb.tests.simulation.world;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened in a world, in order: its last lines, a digest of all, and all of them on request.
 */
public final class Trace {
  private final Tail clients = new Tail(300);
  private final Tail everybody = new Tail(30);
  private final List<String> all = new ArrayList<>();
  private final boolean keepsAll;
  private long count;
  private long digest = 0xcbf29ce484222325L;

  Trace(boolean keepsAll) {
    this.keepsAll = keepsAll;
  }

  /** The last lines of a kind. */
  private static final class Tail {
    private final String[] lines;
    private long count;

    Tail(int length) {
      this.lines = new String[length];
    }

    void add(String line) {
      lines[(int) (count++ % lines.length)] = line;
    }

    void appendTo(StringBuilder text) {
      for (long i = Math.max(0, count - lines.length); i < count; i++) {
        text.append(lines[(int) (i % lines.length)]).append('\n');
      }
    }
  }

  void add(long nanos, String who, String what, boolean client) {
    mix(nanos);
    mix(who);
    mix(what);
    String line = nanos / 1_000 + " " + who + " " + what;
    count++;
    everybody.add(line);
    if (client) {
      clients.add(line);
    }
    if (keepsAll) {
      all.add(line);
    }
  }

  private void mix(String text) {
    for (int i = 0; i < text.length(); i++) {
      mix(text.charAt(i));
    }
  }

  private void mix(long value) {
    digest = (digest ^ value) * 0x100000001b3L;
  }

  /** Number of lines so far. */
  public long count() {
    return count;
  }

  /** Differs between any two traces that differ, but for accidents. */
  public long digest() {
    return digest;
  }

  /** All lines, when the world was told to keep them. */
  public List<String> lines() {
    return List.copyOf(all);
  }

  String tail() {
    StringBuilder text = new StringBuilder("Clients:\n");
    clients.appendTo(text);
    text.append("All:\n");
    everybody.appendTo(text);
    return text.toString();
  }
}
