package dev.baton.worker.net;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;

/**
 * The addresses that are allowed besides the public Internet.
 *
 * <pre>{@code
 * Allowed allowed = new Allowed(false, Set.of("*.example.com"), Set.of(Cidr.of("10.1.0.0/16")));
 * }</pre>
 *
 * @param privateAddresses whether private and loopback addresses are allowed; link-local addresses and cloud metadata
 *     services stay forbidden even then
 * @param hosts names that are allowed whatever they resolve to; {@code *.example.com} for all subdomains
 * @param ranges addresses that are allowed
 */
public record Allowed(boolean privateAddresses, Set<String> hosts, Set<Cidr> ranges) {

    /** Nothing. */
    public static final Allowed NOTHING = new Allowed(false, Set.of(), Set.of());

    /** Private and loopback addresses. */
    public static final Allowed PRIVATE = new Allowed(true, Set.of(), Set.of());

    /** Copies the sets. */
    public Allowed {
        hosts = Set.copyOf(hosts);
        ranges = Set.copyOf(ranges);
    }

    boolean host(String host) {
        return hosts.stream().anyMatch(pattern -> matches(pattern.toLowerCase(Locale.ROOT), host));
    }

    boolean address(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static boolean matches(String pattern, String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return pattern.startsWith("*.") ? name.endsWith(pattern.substring(1)) : name.equals(pattern);
    }
}
