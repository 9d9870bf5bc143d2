package dev.baton.worker.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Restricts requests to addresses chosen by others to the public Internet: no private networks, not the host itself, no
 * cloud metadata services. It checks addresses, never names, because a name can point anywhere; the caller must connect
 * to an address that the guard returned, and must not resolve the name again. Safe from any thread.
 *
 * <pre>{@code
 * Optional<String> objection = new AddressGuard(Allowed.NOTHING).objection("169.254.169.254");
 * }</pre>
 */
public final class AddressGuard {

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

    private final Resolver resolver;
    private final Supplier<Allowed> allowed;

    /** A guard that allows these addresses besides the public Internet. */
    public AddressGuard(Resolver resolver, Allowed allowed) {
        this(resolver, () -> allowed);
    }

    private AddressGuard(Resolver resolver, Supplier<Allowed> allowed) {
        this.resolver = resolver;
        this.allowed = allowed;
    }

    /** A guard with the system's resolver, whose allowed addresses may change. */
    public AddressGuard(Supplier<Allowed> allowed) {
        this(Resolver.SYSTEM, allowed);
    }

    /** A guard with the system's resolver. */
    public AddressGuard(Allowed allowed) {
        this(Resolver.SYSTEM, allowed);
    }

    /**
     * The allowed addresses of a host, at least one.
     *
     * @throws AddressRefusedException when none of its addresses is allowed
     * @throws UnknownHostException when the host has no address
     */
    public List<InetAddress> addresses(String host) throws AddressRefusedException, UnknownHostException {
        List<InetAddress> all = resolver.addresses(host);
        if (all.isEmpty()) {
            throw new UnknownHostException(host);
        }
        if (allowed.get().host(host)) {
            return all;
        }
        List<InetAddress> open =
                all.stream().filter(address -> objection(address).isEmpty()).toList();
        if (open.isEmpty()) {
            InetAddress first = all.get(0);
            throw new AddressRefusedException(
                    "%s is %s, which is %s: requests to it are refused. If they are intended, allow the host or the range in the configuration"
                            .formatted(
                                    host,
                                    first.getHostAddress(),
                                    objection(first).map(Range::description).orElse("not public")));
        }
        return open;
    }

    /**
     * The reason why requests to a host will be refused, if its name alone tells: it is an address, or the machine
     * itself. Other names are not looked up, since they may point elsewhere by the time of the request.
     */
    public Optional<String> objection(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        boolean isTelling = bare.indexOf(':') >= 0
                || ADDRESS.matcher(bare).matches()
                || bare.equalsIgnoreCase("localhost")
                || bare.toLowerCase(Locale.ROOT).endsWith(".localhost");
        if (!isTelling) {
            return Optional.empty();
        }
        try {
            addresses(bare);
            return Optional.empty();
        } catch (AddressRefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private Optional<Range> objection(InetAddress address) {
        if (allowed.get().address(address)) {
            return Optional.empty();
        }
        return Range.of(address)
                .filter(range -> !(range.openable() && allowed.get().privateAddresses()));
    }
}
