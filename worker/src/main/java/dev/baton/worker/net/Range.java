package dev.baton.worker.net;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Addresses outside the public Internet, from the IANA registries of special-purpose addresses.
 *
 * @param openable whether the option for private addresses allows the range; otherwise it must be allowed explicitly
 * @param description what such an address is
 * @param parts the addresses
 */
record Range(boolean openable, String description, List<Cidr> parts) {

    /** The first range that contains an address counts: cloud metadata services lie within other ranges. */
    private static final List<Range> ALL = List.of(
            closed(
                    "a cloud's metadata service",
                    "169.254.169.254/32",
                    "169.254.170.2/32",
                    "100.100.100.200/32",
                    "168.63.129.16/32",
                    "192.0.0.192/32",
                    "fd00:ec2::254/128",
                    "fd20:ce::254/128"),
            openable("a loopback address", "127.0.0.0/8", "::1/128"),
            openable("a private address", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
            openable("an address of a carrier's private network", "100.64.0.0/10"),
            closed("a link-local address", "169.254.0.0/16", "fe80::/10"),
            closed("a multicast address", "224.0.0.0/4", "ff00::/8"),
            // Each of these embeds an IPv4 address that the check would not see.
            closed(
                    "an address that embeds another",
                    "::ffff:0:0:0/96",
                    "64:ff9b::/96",
                    "64:ff9b:1::/48",
                    "2001::/32",
                    "2002::/16"),
            closed(
                    "a reserved address",
                    "0.0.0.0/8",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "240.0.0.0/4",
                    "::/96",
                    "100::/64",
                    "2001:db8::/32",
                    "3fff::/20",
                    "5f00::/16"));

    static Optional<Range> of(InetAddress address) {
        return ALL.stream()
                .filter(range -> range.parts.stream().anyMatch(part -> part.contains(address)))
                .findFirst();
    }

    private static Range openable(String description, String... parts) {
        return new Range(true, description, cidrs(parts));
    }

    private static Range closed(String description, String... parts) {
        return new Range(false, description, cidrs(parts));
    }

    private static List<Cidr> cidrs(String... parts) {
        return Stream.of(parts).map(Cidr::of).toList();
    }
}
