package dev.baton.server.api.definitions;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Dependency;
import dev.baton.error.BatonException;
import dev.baton.error.StoreFailedException;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.http.Json;
import dev.baton.server.http.ProblemException;
import dev.baton.server.security.Actor;
import dev.baton.server.spec.SpecReader;
import dev.baton.server.store.ApiDefinitions;
import dev.baton.server.store.ApiDefinitions.Definition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the definitions made through the API: each change is both in force and stored, or neither. Definitions of a
 * file change only with the file. Safe from any thread.
 */
public final class ApiDefiner {

    private static final Logger LOG = LoggerFactory.getLogger(ApiDefiner.class);
    private static final int PRECONDITION_FAILED = 412;

    private final DefinitionServices services;
    private final Catalog catalog;
    private final ApiDefinitions kept;
    private final Kept known;

    /** Creates a definer for these services. */
    public ApiDefiner(DefinitionServices services) {
        this.services = services;
        this.catalog = services.all().catalog();
        this.kept = services.all().kept();
        this.known = new Kept(kept, services.dependencies());
    }

    // ---- after a start

    /**
     * Puts the stored definitions in force, each time the file has been loaded. A definition that no longer compiles is
     * left out, with a message in the log.
     */
    public synchronized void restore() {
        known.forget();
        refresh();
    }

    /**
     * Puts changes by other servers on the same database in force. Called when they send a notification, and at
     * intervals.
     */
    public synchronized void refresh() {
        Kept.News news = known.look();
        news.removed().forEach(this::retire);
        // In a fixed order, so that the messages in the log are deterministic.
        news.changed().stream().sorted().forEach(this::enforce);
        news.undrawn().forEach(this::undraw);
        news.drawn().forEach(this::draw);
    }

    private void retire(String name) {
        if (catalog.find(name).filter(entry -> entry.source() == Source.API).isPresent()) {
            catalog.remove(name);
        }
    }

    private void enforce(String name) {
        Definition definition = kept.find(name).orElse(null);
        if (definition == null) {
            return;
        }
        try {
            DefinitionType type = DefinitionType.of(definition.type());
            SpecReader reader =
                    new SpecReader(services.named().get().references(names()).ofKept());
            Entry entry = type.read(reader, Json.mapper().readTree(definition.spec()));
            Entry old = catalog.find(name).orElse(null);
            if (old != null && old.source() == Source.API && old.getClass() != entry.getClass()) {
                // The definition was removed and created again as another type.
                catalog.remove(name);
            }
            catalog.restore(entry);
        } catch (StoreFailedException e) {
            // The database is unreachable; the definition itself is valid.
            throw e;
        } catch (ProblemException | BatonException | IllegalArgumentException e) {
            LOG.error("{} \"{}\" is left out: {}", definition.type(), name, e.getMessage());
        }
    }

    private void draw(Dependency dependency) {
        try {
            baton().addDependency(
                            dependency.parent(),
                            dependency.child(),
                            dependency.conditions().toArray(Condition[]::new));
        } catch (BatonException e) {
            LOG.error(
                    "the dependency of \"{}\" on \"{}\" is left out: {}",
                    dependency.child(),
                    dependency.parent(),
                    e.getMessage());
        }
    }

    private void undraw(Dependency dependency) {
        try {
            baton().removeDependency(
                            dependency.parent(),
                            dependency.child(),
                            dependency.conditions().toArray(Condition[]::new));
        } catch (BatonException e) {
            LOG.debug("a dependency of \"{}\" has gone with it", dependency.child(), e);
        }
    }

    // ---- definitions

    /** Reads definitions that may refer to every existing name. */
    SpecReader reader() {
        return new SpecReader(services.named().get().references(names()).overApi());
    }

    /** All jobs and workflows that definitions may refer to. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        for (Entry entry : catalog.all()) {
            names.add(entry.name());
            if (entry instanceof WorkflowEntry workflow) {
                workflow.spec().steps().forEach(step -> names.add(entry.name() + "/" + step.name()));
            }
        }
        kept.list().forEach(definition -> names.add(definition.name()));
        return names;
    }

    /**
     * Creates or changes a definition.
     *
     * @param expected the version that it must have now; 0 if it must not exist; null for any
     * @return the stored definition
     */
    synchronized Definition put(DefinitionType type, Entry entry, @Nullable Integer expected, Actor actor) {
        refresh();
        Entry old = catalog.find(entry.name()).orElse(null);
        if (old != null) {
            if (Integer.valueOf(0).equals(expected)) {
                throw ProblemException.conflict("there is a " + wordOf(old) + " \"" + entry.name()
                        + "\" already. Choose another name, or change the existing one with PUT.");
            }
            requireListed(old);
            requireOwn(old);
            requireSame(type, old);
        }
        int version = kept.find(entry.name()).map(Definition::version).orElse(0);
        requireVersion(entry.name(), expected, version);
        catalog.put(entry);
        try {
            String spec = DefinitionType.write(entry).toString();
            Definition now =
                    kept.put(entry.name(), type.kept(), spec, version, actor).orElseThrow(() -> changed(entry.name()));
            services.events().put(old, entry);
            return now;
        } catch (RuntimeException e) {
            undo(entry.name(), old);
            throw e;
        }
    }

    private void undo(String name, @Nullable Entry old) {
        if (old == null) {
            catalog.remove(name);
        } else {
            catalog.restore(old);
        }
    }

    /** Removes a definition, and the dependencies of a job. */
    synchronized void remove(Entry entry, @Nullable Integer expected) {
        refresh();
        requireListed(entry);
        requireOwn(entry);
        int version = kept.find(entry.name()).map(Definition::version).orElse(0);
        requireVersion(entry.name(), expected, version);
        if (version > 0 && !kept.delete(entry.name(), version)) {
            throw changed(entry.name());
        }
        services.dependencies().deleteAll(entry.name());
        catalog.remove(entry.name());
        services.events().removed(entry);
    }

    /** A definition that an execution brought along is not one of the definitions, and goes with the execution. */
    private void requireListed(Entry entry) {
        if (!catalog.names().contains(entry.name())) {
            throw ProblemException.conflict("the " + wordOf(entry) + " \"" + entry.name()
                    + "\" was submitted to run once: its definition belongs to its execution, and goes with it.");
        }
    }

    static void requireOwn(Entry entry) {
        if (entry.source() == Source.FILE) {
            throw ProblemException.conflict("the " + wordOf(entry) + " \"" + entry.name()
                    + "\" is defined in the configuration file, which the API does not change. Change it there and"
                    + " reload, or take it out of the file and define it here.");
        }
    }

    static void requireSame(DefinitionType type, Entry entry) {
        if (!type.includes(entry)) {
            throw ProblemException.conflict(
                    "\"" + entry.name() + "\" is a " + wordOf(entry) + ". Remove it first, or choose another name.");
        }
    }

    private static void requireVersion(String name, @Nullable Integer expected, int actual) {
        if (expected != null && expected > 0 && expected != actual) {
            throw ProblemException.of(
                    PRECONDITION_FAILED,
                    "\"" + name + "\" has version " + actual + " by now, not " + expected
                            + ". Read it again, and change the current version.");
        }
    }

    private static ProblemException changed(String name) {
        return ProblemException.of(
                PRECONDITION_FAILED, "\"" + name + "\" was changed at the same moment. Read it again, and try again.");
    }

    private static String wordOf(Entry entry) {
        return entry instanceof JobEntry ? "job" : "workflow";
    }

    /**
     * Creates and removes definitions, all of them or none.
     *
     * @param wanted the definitions to create or change
     * @param unwanted the definitions to remove
     */
    synchronized void apply(List<Entry> wanted, List<Entry> unwanted, Actor actor) {
        Map<String, Optional<Entry>> before = new LinkedHashMap<>();
        try {
            for (Entry entry : wanted) {
                before.put(entry.name(), catalog.find(entry.name()));
                catalog.put(entry);
            }
            kept.change(
                    wanted.stream().map(ApiDefiner::wanted).toList(),
                    unwanted.stream().map(Entry::name).toList(),
                    actor);
        } catch (RuntimeException e) {
            before.forEach((name, old) -> undo(name, old.orElse(null)));
            throw e;
        }
        wanted.forEach(entry -> services.events()
                .put(before.getOrDefault(entry.name(), Optional.empty()).orElse(null), entry));
        for (Entry entry : unwanted) {
            services.dependencies().deleteAll(entry.name());
            catalog.remove(entry.name());
            services.events().removed(entry);
        }
    }

    private static ApiDefinitions.Wanted wanted(Entry entry) {
        DefinitionType type = entry instanceof JobEntry ? DefinitionType.JOB : DefinitionType.WORKFLOW;
        return new ApiDefinitions.Wanted(
                entry.name(), type.kept(), DefinitionType.write(entry).toString());
    }

    /** Whether a job was submitted to run once, and so is not a lasting definition. */
    boolean isAdhoc(String name) {
        return kept.find(name)
                .filter(definition -> definition.type() == ApiDefinitions.Type.ADHOC)
                .isPresent();
    }

    // ---- dependencies

    /** Makes a job depend on another. */
    synchronized void addDependency(String parent, String child, Set<Condition> conditions, Actor actor) {
        refresh();
        baton().addDependency(parent, child, conditions.toArray(Condition[]::new));
        keep(parent, child, actor);
    }

    /** Removes conditions from a dependency; all of them if none is given. */
    synchronized void removeDependency(String parent, String child, Set<Condition> conditions, Actor actor) {
        refresh();
        baton().removeDependency(parent, child, conditions.toArray(Condition[]::new));
        keep(parent, child, actor);
    }

    private void keep(String parent, String child, Actor actor) {
        Optional<Dependency> now = baton().dependencies(child).stream()
                .filter(dependency -> dependency.parent().equals(parent))
                .findFirst();
        now.ifPresentOrElse(
                dependency -> services.dependencies().put(dependency, actor),
                () -> services.dependencies().delete(parent, child));
    }

    private Baton baton() {
        return services.all().baton();
    }
}
