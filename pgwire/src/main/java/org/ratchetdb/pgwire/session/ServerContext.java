package org.ratchetdb.pgwire.session;

import java.util.concurrent.Executor;
import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.pgwire.auth.Authenticator;
import org.ratchetdb.pgwire.codec.ProtocolLimits;

/**
 * What all connections of a server share.
 *
 * @param workers runs statements; must have a thread for every open session, since a statement may
 *     wait for a lock that another session's next statement gives back
 */
public record ServerContext(
    Instance instance,
    Executor workers,
    Authenticator authenticator,
    CancelRegistry cancels,
    ConnectionSlots slots,
    ProtocolLimits limits,
    Randomness random) {}
