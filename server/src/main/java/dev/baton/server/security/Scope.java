package dev.baton.server.security;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a worker's token is bound to.
 *
 * @param queues the queues that its workers may serve; empty for all
 * @param labels the labels that its workers may have; empty for any
 */
public record Scope(Set<String> queues, Set<String> labels) {

    /** Bound to nothing. */
    public static final Scope ANY = new Scope(Set.of(), Set.of());

    /** Copies both. */
    public Scope {
        queues = Set.copyOf(queues);
        labels = Set.copyOf(labels);
    }

    /** The queues that a worker serves who asks for these, where none means all that it may. */
    public Set<String> served(Set<String> wanted) {
        return wanted.isEmpty() ? queues : wanted;
    }

    /** Why a worker may not serve these queues and have these labels, as a sentence; nothing when it may. */
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
