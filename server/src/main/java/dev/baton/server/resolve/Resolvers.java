package dev.baton.server.resolve;

import dev.baton.error.DidYouMean;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Gives each address to the resolver that knows its scheme. Safe from any thread. */
public final class Resolvers {

    private final Map<String, Resolver> byScheme = new TreeMap<>();

    /** Creates the table of resolvers, each with its own schemes. */
    public Resolvers(Collection<? extends Resolver> resolvers) {
        for (Resolver resolver : resolvers) {
            for (String scheme : resolver.schemes()) {
                if (byScheme.put(scheme, resolver) != null) {
                    throw new IllegalArgumentException("two resolvers know " + scheme + "://");
                }
            }
        }
    }

    /**
     * Fetches the items at an address, as {@link Resolver#resolve} does.
     *
     * @throws ResolveException also if no resolver has the scheme
     * @throws InterruptedException if the thread is interrupted
     */
    public List<Object> resolve(String uri, ResolveContext context) throws ResolveException, InterruptedException {
        int colon = uri.indexOf("://");
        if (colon <= 0) {
            throw new ResolveException("inputs_from = \"%s\" names no scheme. Possible are %s".formatted(uri, known()));
        }
        String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
        Resolver resolver = byScheme.get(scheme);
        if (resolver == null) {
            throw new ResolveException("items cannot be fetched from %s://. Possible are %s.%s"
                    .formatted(scheme, known(), DidYouMean.sentence(scheme, byScheme.keySet())));
        }
        return resolver.resolve(scheme + uri.substring(colon), context);
    }

    private String known() {
        return String.join(
                ", ", byScheme.keySet().stream().map(scheme -> scheme + "://").toList());
    }
}
