package org.ratchetdb.storage.api;

/** How urgent a request is, as its user sees it. The order is that of urgency. */
public enum Priority {
  LOW,
  MEDIUM,
  HIGH
}
