package dev.baton.server.config;

import dev.baton.server.spec.Reach;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import java.util.HashSet;
import java.util.Set;

/** The addresses besides the public Internet that the configuration lets jobs and resolvers reach. */
public final class OutgoingReach {

    private OutgoingReach() {}

    /** The addresses that outgoing requests may reach. */
    public static Allowed allowed(ServerSettings.Outgoing settings) {
        Set<String> hosts = new HashSet<>();
        Set<Cidr> ranges = new HashSet<>();
        for (String allowed : settings.allowHosts()) {
            if (allowed.contains("/")) {
                ranges.add(Cidr.of(allowed));
            } else {
                hosts.add(allowed);
            }
        }
        return new Allowed(settings.allowPrivate(), hosts, ranges);
    }

    /**
     * The addresses that definitions may name, without DNS lookups, so that invalid ones are found when a definition is
     * read.
     */
    static Reach of(ServerSettings.Outgoing settings, boolean commands) {
        try {
            return new Reach(new AddressGuard(allowed(settings))::objection, commands, true);
        } catch (IllegalArgumentException malformedRange) {
            // The server reports an invalid entry at its start.
            return Reach.ANYTHING;
        }
    }
}
