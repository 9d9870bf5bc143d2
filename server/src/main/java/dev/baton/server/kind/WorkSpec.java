package dev.baton.server.kind;

import dev.baton.server.spec.document.Out;
import java.util.List;
import java.util.Optional;

/**
 * The work of a job or step. Each kind of work is one class of this package, with everything particular to the kind:
 * its keys and how they are read (its {@link Kind}), how they are written, their references, the demand on workers, and
 * the body. A new kind is a new class and a line in {@link Kinds} or, for a command of a worker, in {@link
 * CommandKinds}. Immutable.
 */
public interface WorkSpec {

    /** The name of the kind in files and messages. */
    String kind();

    /** Writes all keys but {@code kind}, so that reading them gives equal work. */
    void write(Out out);

    /** The references to things outside the definition, which must exist or be allowed. */
    default List<Reference> references() {
        return List.of();
    }

    /** The command that a worker executes in a run, or for each item; empty if a run needs no worker. */
    default Optional<CommandWork> needsOfWorkers() {
        return Optional.empty();
    }

    /** The command that a worker executes after all items; empty without a reducer. */
    default Optional<CommandWork> needsOfReducer() {
        return Optional.empty();
    }

    /** Creates the body. */
    Made make(Setting setting);

    /** The work that replaces this one in a simulation, which has no people to answer and no access to the outside. */
    default WorkSpec simulated() {
        return this;
    }

    /** Whether its runs have child runs. */
    default boolean hasChildren() {
        return false;
    }

    /** The names of its child runs that are not names of definitions. */
    default List<String> namesOfChildren(String job) {
        return List.of();
    }

    /** The question for a person; empty for work that asks nobody. */
    default Optional<String> question() {
        return Optional.empty();
    }

    /** The check of past runs that it makes before it runs; empty if it makes none. */
    default Optional<WindowWork> window() {
        return Optional.empty();
    }

    /** The registered job of a step that uses its command and policies; empty for other work. */
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
