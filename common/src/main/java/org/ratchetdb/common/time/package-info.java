/** Time as a parameter: clocks, tickers, schedulers and the timestamps of commits. */
@NullMarked
package org.ratchetdb.common.time;

import org.jspecify.annotations.NullMarked;
