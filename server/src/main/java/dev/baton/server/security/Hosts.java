package dev.baton.server.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The host names of this server. In a DNS rebinding attack, a foreign page whose name resolves to this server sends its
 * own name in the Host header, and is refused.
 */
public final class Hosts {

    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /** The server's address and its other names, each with or without a port, which is ignored. */
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
