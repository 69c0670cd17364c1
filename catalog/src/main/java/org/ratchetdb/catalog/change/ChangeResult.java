package org.ratchetdb.catalog.change;

import java.util.List;
import org.ratchetdb.catalog.model.Schema;

/**
 * The next schema and what must be done so that stored rows agree with it.
 *
 * @param schema the next version; the old one itself when there was nothing to do. Its {@code
 *     since} is still the old one's
 * @param effects work on rows, see {@link ChangeEffect}
 */
public record ChangeResult(Schema schema, List<ChangeEffect> effects) {
  public ChangeResult {
    effects = List.copyOf(effects);
  }

  /** IF [NOT] EXISTS found nothing to do. */
  static ChangeResult unchanged(Schema schema) {
    return new ChangeResult(schema, List.of());
  }

  /** Whether {@code before}, the schema given to the change, was replaced. */
  public boolean changed(Schema before) {
    return schema.version() != before.version();
  }
}
