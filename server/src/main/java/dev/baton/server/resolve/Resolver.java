package dev.baton.server.resolve;

import java.util.List;
import java.util.Set;

/** Fetches items from the addresses of some schemes, within limits of its own. Safe from any thread. */
public interface Resolver {

    /** The schemes it knows, in lower case. */
    Set<String> schemes();

    /**
     * The items, none of them null; when there are more than the context's most, one more than that and no further.
     *
     * @param uri begins with one of its schemes
     * @throws ResolveException with a message for people, when there is no whole list of items
     * @throws InterruptedException when interrupted meanwhile
     */
    List<Object> resolve(String uri, ResolveContext context) throws ResolveException, InterruptedException;
}
