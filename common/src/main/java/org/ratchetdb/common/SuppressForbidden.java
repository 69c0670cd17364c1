package org.ratchetdb.common;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets the annotated code make a call that {@code build-config/forbidden-apis.txt} forbids.
 *
 * <p>Meant for the few places that supply what everybody else is given: the real clock, the real
 * ticker, the real source of randomness.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.FIELD})
public @interface SuppressForbidden {
  /** Why this place, of all places, may make the call. */
  String reason();
}
