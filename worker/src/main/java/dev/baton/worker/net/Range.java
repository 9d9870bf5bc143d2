package dev.baton.worker.net;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Ranges of addresses that are not the public Internet, after the registries of special purpose addresses. */
enum Range {
    /** Those of the clouds answer with credentials. They come first: some lie within other ranges. */
    METADATA(
            false,
            "a cloud's metadata service",
            "169.254.169.254/32",
            "169.254.170.2/32",
            "100.100.100.200/32",
            "168.63.129.16/32",
            "192.0.0.192/32",
            "fd00:ec2::254/128",
            "fd20:ce::254/128"),
    LOOPBACK(true, "a loopback address", "127.0.0.0/8", "::1/128"),
    PRIVATE(
            true,
            "a private address",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "fc00::/7",
            "fec0::/10"),
    CARRIER(true, "an address of a carrier's own net", "100.64.0.0/10"),
    LINK_LOCAL(false, "a link-local address", "169.254.0.0/16", "fe80::/10"),
    MULTICAST(false, "a multicast address", "224.0.0.0/4", "ff00::/8"),
    /** Each holds an IPv4 address that the check would not see. */
    TRANSLATED(
            false,
            "an address that stands for another",
            "::ffff:0:0:0/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2001::/32",
            "2002::/16"),
    RESERVED(
            false,
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
            "5f00::/16");

    private final boolean openable;
    private final String description;
    private final List<Cidr> ranges;

    Range(boolean openable, String description, String... ranges) {
        this.openable = openable;
        this.description = description;
        this.ranges = Stream.of(ranges).map(Cidr::of).toList();
    }

    static Optional<Range> of(InetAddress address) {
        return Stream.of(values())
                .filter(range -> range.ranges.stream().anyMatch(cidr -> cidr.contains(address)))
                .findFirst();
    }

    /** Whether it is open to those who allow private addresses; if not, it has to be allowed by name. */
    boolean isOpenable() {
        return openable;
    }

    String description() {
        return description;
    }
}
