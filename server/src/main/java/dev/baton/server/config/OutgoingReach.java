package dev.baton.server.config;

import dev.baton.server.spec.Reach;
import dev.baton.worker.net.AddressGuard;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The addresses besides the public Internet that the configuration lets jobs and resolvers reach. */
public final class OutgoingReach {

    private OutgoingReach() {}

    /**
     * The objection to a host. A value: a configuration that is read again and has not changed is equal to the one
     * before, and its definitions are not registered again.
     */
    private record Objections(Allowed allowed) implements Function<String, Optional<String>> {

        @Override
        public Optional<String> apply(String host) {
            return new AddressGuard(allowed).objection(host);
        }
    }

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
            return new Reach(new Objections(allowed(settings)), commands, true);
        } catch (IllegalArgumentException malformedRange) {
            // The server reports an invalid entry at its start.
            return Reach.ANYTHING;
        }
    }
}
