package org.ratchetdb.splits.map;

/** Why a split has the boundary it begins with. */
public enum SplitOrigin {
  /** The first split, which covered everything. */
  INITIAL,
  /** Its left neighbour had grown too large. */
  SIZE,
  /** Its left neighbour had too much to do. */
  LOAD,
  /** A user wanted the boundary. */
  USER
}
