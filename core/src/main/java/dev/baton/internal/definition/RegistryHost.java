package dev.baton.internal.definition;

import dev.baton.spi.DefinitionReader;
import org.jspecify.annotations.Nullable;

/** What a registry asks of the engine that it belongs to, when a definition is added or read. */
public interface RegistryHost {

    /** The reader of the definitions that executions bring along; null on a node that does not run them. */
    @Nullable DefinitionReader reader();

    /** Applies the pauses that are set for the name of a new definition. */
    void restorePauses(Definition definition);

    /** Whether every step, plain ones included, checks its queue, labels and limits before it starts. */
    boolean isSelective();
}
