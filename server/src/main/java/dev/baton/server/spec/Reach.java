package dev.baton.server.spec;

import java.util.Optional;
import java.util.function.Function;

/**
 * The hosts and files that definitions may reach, as far as that is known before they run.
 *
 * @param hosts tells, as a sentence, why this server would refuse requests to a host; empty if it would not, or if that
 *     is not known yet
 * @param commands whether this server makes the requests of commands too; workers elsewhere have their own rules
 * @param files whether definitions may name files of this machine
 */
public record Reach(Function<String, Optional<String>> hosts, boolean commands, boolean files) {

    /** All hosts and files. */
    public static final Reach ANYTHING = new Reach(host -> Optional.empty(), true, true);

    /** The same reach for definitions made through the API, which may not name files. */
    public Reach overApi() {
        return new Reach(hosts, commands, false);
    }
}
