package org.ratchetdb.pgwire.session;

import org.ratchetdb.common.random.Randomness;
import org.ratchetdb.engine.api.Instance;
import org.ratchetdb.pgwire.auth.Authenticator;
import org.ratchetdb.pgwire.codec.ProtocolLimits;

/** What all connections of a server share. */
public record ServerContext(
    Instance instance,
    Authenticator authenticator,
    CancelRegistry cancels,
    ConnectionSlots slots,
    ProtocolLimits limits,
    Randomness random) {}
