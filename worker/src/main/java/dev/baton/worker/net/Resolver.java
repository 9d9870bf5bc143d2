package dev.baton.worker.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Resolves a name to addresses.
 *
 * <pre>{@code
 * Resolver pinned = host -> List.of(InetAddress.getByAddress(host, new byte[] {10, 0, 0, 1}));
 * }</pre>
 */
@FunctionalInterface
public interface Resolver {

    /** The system's resolver. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** All addresses, best first. */
    List<InetAddress> addresses(String host) throws UnknownHostException;
}
