package dev.baton.server;

import dev.baton.server.config.ServerSettings;
import dev.baton.worker.net.Allowed;
import dev.baton.worker.net.Cidr;
import java.util.HashSet;
import java.util.Set;

/** What requests of jobs and resolvers may reach beside the public Internet, as the configuration says. */
final class Outgoing {

    private Outgoing() {}

    static Allowed allowed(ServerSettings.Outgoing settings) {
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
}
