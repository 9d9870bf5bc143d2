package dev.baton.server.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names this server goes by. A page of somebody else whose name was made to point here (DNS rebinding) sends its own
 * name in the Host header, and is turned away.
 */
public final class Hosts {

    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /** Its address, and whatever else it is known as; each with or without a port, which does not count. */
    public Hosts(Collection<String> names) {
        names.forEach(name -> this.names.add(withoutPort(name)));
    }

    /** Whether a Host header names this server. */
    public boolean know(@Nullable String host) {
        return host != null && names.contains(withoutPort(host));
    }

    private static String withoutPort(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        int bracket = name.indexOf(']');
        if (bracket >= 0) {
            return name.substring(0, bracket + 1);
        }
        int colon = name.indexOf(':');
        boolean isBareIpv6 = colon >= 0 && name.indexOf(':', colon + 1) >= 0;
        if (isBareIpv6) {
            return "[" + name + "]";
        }
        return colon < 0 ? name : name.substring(0, colon);
    }
}
