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

    /** For those who make requests. */
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

    /** For those who check definitions: addresses that will be refused are refused at once. Names are not looked up. */
    static Reach of(ServerSettings.Outgoing settings, boolean commands) {
        try {
            return new Reach(new AddressGuard(allowed(settings))::objection, commands, true);
        } catch (IllegalArgumentException malformedRange) {
            // The server does not start with it, and says why.
            return Reach.ANYTHING;
        }
    }
}
