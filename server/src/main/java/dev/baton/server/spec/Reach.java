package dev.baton.server.spec;

import java.util.Optional;
import java.util.function.Function;

/**
 * What definitions may reach, as far as that is known before they run.
 *
 * @param hosts why requests of this server to a host would be refused, as a sentence; nothing when they would not, or it is
 *     not known yet
 * @param commands whether this server makes the requests of commands too; workers elsewhere have rules of their own
 * @param files whether files of this machine may be named
 */
public record Reach(Function<String, Optional<String>> hosts, boolean commands, boolean files) {

    /** Everything. */
    public static final Reach ANYTHING = new Reach(host -> Optional.empty(), true, true);

    /** The same for definitions that are made over the API, which name no files. */
    public Reach overApi() {
        return new Reach(hosts, commands, false);
    }
}
