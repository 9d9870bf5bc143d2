package dev.baton.server.resolve;

import java.util.List;
import java.util.Set;

/** Fetches items from addresses of some schemes, within limits. Safe from any thread. */
public interface Resolver {

    /** The schemes it knows, in lower case. */
    Set<String> schemes();

    /**
     * Fetches the items, none of them null, and at most one more than the context's limit.
     *
     * @param uri an address with one of its schemes
     * @throws ResolveException if there is no complete list of items
     * @throws InterruptedException if the thread is interrupted
     */
    List<Object> resolve(String uri, ResolveContext context) throws ResolveException, InterruptedException;
}
