package dev.baton.server.kind;

import dev.baton.server.spec.document.Out;
import java.util.List;
import java.util.Optional;

/**
 * What a job or a step does. Each kind of work is one class of this package, which holds all that is particular to the
 * kind: its keys and how they are read (its {@link Kind}), how they are written, what they refer to, what they need of
 * workers, and what runs. A new kind is a new class, and a line in {@link Kinds} or, when a worker executes it by itself,
 * in {@link CommandKinds}. Immutable.
 */
public interface WorkSpec {

    /** The kind, as files and messages call it. */
    String kind();

    /** Writes all keys but {@code kind}, so that reading them gives equal work. */
    void write(Out out);

    /** The references to things outside of the definition, which must exist or be allowed. */
    default List<Reference> references() {
        return List.of();
    }

    /** The command that a worker executes in a run, or for each item; empty when a run needs no worker. */
    default Optional<CommandWork> needsOfWorkers() {
        return Optional.empty();
    }

    /** The command that a worker executes after all items; empty without a reducer. */
    default Optional<CommandWork> needsOfReducer() {
        return Optional.empty();
    }

    /** Makes what runs. */
    Made make(Setting setting);

    /** The work that stands for it in a simulation, where nobody answers and nothing outside is asked. */
    default WorkSpec simulated() {
        return this;
    }

    /** Whether its runs have runs of their own below them. */
    default boolean hasChildren() {
        return false;
    }

    /** The names under which its children are executed, when no definition is called so. */
    default List<String> namesOfChildren(String job) {
        return List.of();
    }

    /** The question for a person; empty for work that asks nobody. */
    default Optional<String> question() {
        return Optional.empty();
    }

    /** The past runs that it looks at before it runs; empty when it looks at none. */
    default Optional<WindowWork> window() {
        return Optional.empty();
    }

    /** The registered job that a step is, whose command and policies hold; empty for all other work. */
    default Optional<String> registeredJob() {
        return Optional.empty();
    }

    /** The workflows that its runs start. */
    default List<String> workflows() {
        return references().stream()
                .filter(reference -> reference.type() == Reference.Type.WORKFLOW)
                .map(Reference::name)
                .toList();
    }
}
