package org.ratchetdb.sqlfrontend.lexer;

/**
 * A set of ASCII words that is asked about stretches of a text, without regard to case and without
 * making a substring. Immutable.
 */
public final class WordSet {
  private final String[] table;

  private WordSet(String[] table) {
    this.table = table;
  }

  /** The upper-case words of a text, separated by blanks and line ends. */
  public static WordSet of(String words) {
    String[] list = words.trim().split("\\s+");
    int capacity = Integer.highestOneBit(list.length * 4);
    String[] table = new String[capacity];
    for (String word : list) {
      int slot = hash(word, 0, word.length()) & (capacity - 1);
      while (table[slot] != null) {
        slot = (slot + 1) & (capacity - 1);
      }
      table[slot] = word;
    }
    return new WordSet(table);
  }

  /** Whether the characters from {@code begin} to {@code end} are one of the words. */
  public boolean contains(String text, int begin, int end) {
    int slot = hash(text, begin, end) & (table.length - 1);
    String word = table[slot];
    while (word != null) {
      if (word.length() == end - begin && text.regionMatches(true, begin, word, 0, end - begin)) {
        return true;
      }
      slot = (slot + 1) & (table.length - 1);
      word = table[slot];
    }
    return false;
  }

  private static int hash(String text, int begin, int end) {
    int hash = 0;
    for (int i = begin; i < end; i++) {
      hash = hash * 31 + (text.charAt(i) | 0x20);
    }
    return hash ^ (hash >>> 15);
  }
}
