package dev.baton.server.security;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The scope of a worker's token.
 *
 * @param queues the queues that its workers may serve; empty for all
 * @param labels the labels that its workers may have; empty for any
 */
public record Scope(Set<String> queues, Set<String> labels) {

    /** No limits. */
    public static final Scope ANY = new Scope(Set.of(), Set.of());

    /** Copies both. */
    public Scope {
        queues = Set.copyOf(queues);
        labels = Set.copyOf(labels);
    }

    /** The queues of a worker that asks for these; a worker that asks for none serves all that it may. */
    public Set<String> served(Set<String> wanted) {
        return wanted.isEmpty() ? queues : wanted;
    }

    /** The reason why a worker may not serve these queues or have these labels, as a sentence; empty if it may. */
    public Optional<String> objection(Set<String> wantedQueues, Set<String> wantedLabels) {
        if (!queues.isEmpty() && !queues.containsAll(wantedQueues)) {
            return Optional.of("this token is for workers that serve " + list(queues) + " and no other queue");
        }
        if (!labels.isEmpty() && !labels.containsAll(wantedLabels)) {
            return Optional.of("this token is for workers that have no other labels than " + list(labels));
        }
        return Optional.empty();
    }

    private static String list(Collection<String> names) {
        return String.join(", ", new TreeSet<>(names));
    }
}
