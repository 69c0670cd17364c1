package org.ratchetdb.executor.vector;

/** A stable merge sort of int arrays by a comparison of what the ints stand for. */
public final class IntSort {
  private static final int INSERTION_MAX = 12;

  /** Orders two elements. */
  @FunctionalInterface
  public interface Comparison {
    int compare(int a, int b);
  }

  private IntSort() {}

  /** The numbers 0 to count - 1, sorted. */
  public static int[] sorted(int count, Comparison comparison) {
    int[] elements = new int[count];
    for (int i = 0; i < count; i++) {
      elements[i] = i;
    }
    sort(elements, new int[count], 0, count, comparison);
    return elements;
  }

  private static void sort(int[] a, int[] scratch, int from, int to, Comparison comparison) {
    if (to - from <= INSERTION_MAX) {
      insertionSort(a, from, to, comparison);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(a, scratch, from, middle, comparison);
    sort(a, scratch, middle, to, comparison);
    if (comparison.compare(a[middle - 1], a[middle]) <= 0) {
      return;
    }
    System.arraycopy(a, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    int out = from;
    while (left < middle && right < to) {
      a[out++] = comparison.compare(scratch[left], a[right]) <= 0 ? scratch[left++] : a[right++];
    }
    System.arraycopy(scratch, left, a, out, middle - left);
  }

  private static void insertionSort(int[] a, int from, int to, Comparison comparison) {
    for (int i = from + 1; i < to; i++) {
      int element = a[i];
      int at = i;
      while (at > from && comparison.compare(a[at - 1], element) > 0) {
        a[at] = a[at - 1];
        at--;
      }
      a[at] = element;
    }
  }
}
