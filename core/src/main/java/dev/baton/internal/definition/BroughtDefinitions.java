package dev.baton.internal.definition;

import dev.baton.Fanout;
import dev.baton.error.NoSuchJobException;
import dev.baton.graph.Plan;
import dev.baton.spi.DefinitionReader;
import dev.baton.spi.HiddenParameters;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions that executions bring along, read when a node creates, claims or inspects such an execution. Only
 * weak references are kept, so that a definition disappears with the last of its executions in memory. Safe from any
 * thread.
 */
public final class BroughtDefinitions {

    private static final Logger LOG = LoggerFactory.getLogger(BroughtDefinitions.class);

    private final Registry registry;
    private final RegistryHost host;
    private final Map<String, Held> byName = new ConcurrentHashMap<>();
    private final ReferenceQueue<Definition> unused = new ReferenceQueue<>();

    /** A definition that lasts as long as an execution refers to it. */
    private static final class Held extends WeakReference<Definition> {

        private final String name;

        Held(Definition definition, ReferenceQueue<Definition> queue) {
            super(definition, queue);
            this.name = definition.name();
        }
    }

    BroughtDefinitions(Registry registry, RegistryHost host) {
        this.registry = registry;
        this.host = host;
    }

    /** Whether this node can run executions that bring their definition along. */
    public boolean isReadHere() {
        return host.reader() != null;
    }

    /** The definitions that are in use. */
    public Collection<Definition> all() {
        List<Definition> all = new ArrayList<>();
        for (Held held : byName.values()) {
            Definition definition = held.get();
            if (definition != null) {
                all.add(definition);
            }
        }
        return all;
    }

    /** The definition with this name, if it is in use. */
    @Nullable Definition find(String name) {
        Held held = byName.get(name);
        return held == null ? null : held.get();
    }

    /**
     * Reads the definition of an execution that is about to be created.
     *
     * @throws RuntimeException if the reader cannot read the text
     */
    public Definition read(String name, String text) {
        Definition known = find(name);
        return known == null ? keep(make(name, text)) : known;
    }

    /** Reads the definition of a recorded execution; if it cannot be read, every step fails and says so. */
    Definition read(String name, String text, Supplier<Plan> plan) {
        try {
            return read(name, text);
        } catch (RuntimeException e) {
            LOG.error("the definition that an execution of {} brought along cannot be read here", name, e);
            return Unknown.failing(name, plan.get(), registry, e);
        }
    }

    private Definition make(String name, String text) {
        String defining = HiddenParameters.defining(name);
        if (!defining.equals(name)) {
            return part(name, read(defining, text));
        }
        DefinitionReader reader = host.reader();
        if (reader == null) {
            throw new NoSuchJobException(name, registry.names());
        }
        DefinitionReader.Defined read = reader.read(name, text);
        return read instanceof DefinitionReader.Defined.OfWorkflow workflow
                ? new WorkflowDefinition(workflow.workflow(), registry)
                : new JobDefinition(((DefinitionReader.Defined.OfJob) read).job());
    }

    /** The definition of the items of a fan-out; the whole definition or one of its steps is that fan-out. */
    private Definition part(String name, Definition whole) {
        for (String step : steps(whole)) {
            String job = step.isEmpty() ? whole.name() : whole.name() + "/" + step;
            if (Fanout.itemsOf(job).equals(name)) {
                return new FanoutDefinition(
                        job, () -> whole instanceof WorkflowDefinition workflow ? workflow.node(step) : (Node) whole);
            }
        }
        throw new NoSuchJobException(name, List.of(whole.name()));
    }

    private static Collection<String> steps(Definition whole) {
        return whole instanceof WorkflowDefinition workflow
                ? workflow.boundPlan().plan().names()
                : List.of("");
    }

    /** Keeps a new definition, or returns the one that another thread kept first. */
    private Definition keep(Definition made) {
        forgetUnused();
        if (registry.isDisturbed()) {
            made.setDisturbed();
        }
        host.restorePauses(made);
        Held mine = new Held(made, unused);
        while (true) {
            Held other = byName.putIfAbsent(made.name(), mine);
            Definition theirs = other == null ? made : other.get();
            if (theirs != null) {
                return theirs;
            }
            byName.remove(made.name(), other);
        }
    }

    private void forgetUnused() {
        for (Reference<? extends Definition> gone = unused.poll(); gone != null; gone = unused.poll()) {
            Held held = (Held) gone;
            byName.remove(held.name, held);
        }
    }
}
