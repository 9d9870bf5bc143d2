package dev.baton.server.catalog;

import dev.baton.Baton;
import dev.baton.ExecutionStatus;
import dev.baton.Job;
import dev.baton.Join;
import dev.baton.Submission;
import dev.baton.Timing;
import dev.baton.Workflow;
import dev.baton.error.NameTakenException;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.compile.Compiler;
import dev.baton.server.kind.WorkSpec;
import dev.baton.server.resolve.Origin;
import dev.baton.server.spec.StepSpec;
import dev.baton.spi.DefinitionReader;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The definitions, each registered with the engine. A change applies in full or not at all: a definition that does not
 * compile leaves everything as it was. Safe from any thread.
 */
public final class Catalog {

    private final Baton baton;
    private volatile Compiler compiler;
    private final NavigableMap<String, Entry> entries = new ConcurrentSkipListMap<>();
    private volatile Map<String, String> places = Map.of();
    private volatile @Nullable BroughtEntries brought;

    /** Creates a catalog that compiles definitions and registers them with an engine. */
    public Catalog(Baton baton, Compiler compiler) {
        this.baton = baton;
        this.compiler = compiler;
    }

    /** All definitions, by name. */
    public Collection<Entry> all() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** All definitions, and those that the newest executions brought along, by name. */
    public Collection<Entry> withBrought() {
        NavigableMap<String, Entry> all = new TreeMap<>(entries);
        brought(Set.of()).forEach(entry -> all.putIfAbsent(entry.name(), entry));
        return all.values();
    }

    /** The definitions that the newest executions with these statuses brought along; of all if there is none. */
    public Collection<Entry> brought(Set<ExecutionStatus> statuses) {
        BroughtEntries others = brought;
        return others == null ? List.of() : others.newest(statuses);
    }

    /** All names. */
    public Set<String> names() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    /** The definition with this name: one of {@link #all}, or one that an execution brought along. */
    public Optional<Entry> find(String name) {
        Entry entry = entries.get(name);
        BroughtEntries others = brought;
        return entry != null || others == null ? Optional.ofNullable(entry) : others.find(name);
    }

    /** Also finds the definitions that executions brought along. */
    void alsoFind(BroughtEntries others) {
        brought = others;
    }

    /** A submission of the job or workflow with this name, with its definition if an execution brought that along. */
    public Submission submission(String name) {
        BroughtEntries others = brought;
        return entries.containsKey(name) || others == null
                ? Submission.of(name)
                : others.find(name).map(others::submission).orElseGet(() -> Submission.of(name));
    }

    /** Compiles a definition without registering it. */
    DefinitionReader.Defined define(Entry entry) {
        Made made = make(entry, compiler);
        return made.definition instanceof Job job
                ? new DefinitionReader.Defined.OfJob(job)
                : new DefinitionReader.Defined.OfWorkflow((Workflow) made.definition);
    }

    /** Sets the place of each definition in the file, by name. */
    public void place(Map<String, String> newPlaces) {
        places = Map.copyOf(newPlaces);
    }

    /** The place of a definition, as file and line; empty for a definition that is in no file. */
    public Optional<String> place(String name) {
        return find(name).filter(entry -> entry.source() == Source.FILE).map(entry -> places.get(name));
    }

    /**
     * Replaces the definitions of a file by those it holds now; definitions that it no longer holds are removed.
     *
     * @param newCompiler compiles with the other parts of the file: calendars, secrets
     * @param sameElse whether the other parts are unchanged: then unchanged definitions are not registered again
     * @throws NameTakenException if a definition made through the API has one of the names
     */
    public synchronized void load(Collection<? extends Entry> fromFile, Compiler newCompiler, boolean sameElse) {
        Map<String, Made> made = new LinkedHashMap<>();
        for (Entry entry : fromFile) {
            Entry known = entries.get(entry.name());
            if (known != null && known.source() != Source.FILE) {
                throw new NameTakenException(entry.name());
            }
            made.put(entry.name(), make(entry, newCompiler));
        }
        compiler = newCompiler;
        for (Entry old : List.copyOf(entries.values())) {
            Made successor = made.get(old.name());
            // A job that becomes a workflow, or the reverse, counts as a new definition with the same name.
            boolean gone = successor == null || successor.entry.getClass() != old.getClass();
            if (gone && old.source() == Source.FILE) {
                remove(old.name());
            }
        }
        for (Made one : made.values()) {
            if (!sameElse || !one.entry.equals(entries.get(one.entry.name()))) {
                register(one, false);
            }
        }
    }

    /**
     * Shows these definitions of the program that Baton is embedded in, and no others: the program has registered them.
     */
    public synchronized void reflect(Collection<? extends Entry> ofProgram) {
        Map<String, Entry> now = new LinkedHashMap<>();
        ofProgram.forEach(entry -> now.put(entry.name(), entry));
        entries.keySet().retainAll(now.keySet());
        entries.putAll(now);
    }

    /**
     * Creates or changes a definition through the API.
     *
     * @throws NameTakenException if a definition of the file, or of the other type, has the name
     * @throws dev.baton.error.InvalidScheduleException if it is new and its schedule will never fire
     */
    public synchronized void put(Entry entry) {
        register(makeFree(entry), !entries.containsKey(entry.name()));
    }

    /** Restores a definition that was created earlier: a one-off whose time has passed is kept. */
    public synchronized void restore(Entry entry) {
        register(makeFree(entry), false);
    }

    private Made makeFree(Entry entry) {
        Entry known = entries.get(entry.name());
        if (known != null && (known.source() != entry.source() || known.getClass() != entry.getClass())) {
            throw new NameTakenException(entry.name());
        }
        return make(entry, compiler);
    }

    /** Removes a definition. Returns whether there was one with that name. */
    public synchronized boolean remove(String name) {
        boolean removed = entries.remove(name) != null;
        if (removed) {
            baton.remove(name);
        }
        return removed;
    }

    /** The work of a job, or of a step by its full name; for a step that is a registered job, the work of that job. */
    public Optional<WorkSpec> work(String job) {
        int slash = job.indexOf('/');
        Entry entry = find(slash < 0 ? job : job.substring(0, slash)).orElse(null);
        if (entry instanceof JobEntry known && slash < 0) {
            return Optional.of(known.spec().work());
        }
        Optional<WorkSpec> work = entry instanceof WorkflowEntry workflow && slash >= 0
                ? step(workflow, job.substring(slash + 1)).map(StepSpec::work)
                : Optional.empty();
        return work.flatMap(WorkSpec::registeredJob).map(this::work).orElse(work);
    }

    /** How the edges of a step, by its full name, are joined. */
    public Optional<Join> join(String job) {
        int slash = job.indexOf('/');
        return slash >= 0 && find(job.substring(0, slash)).orElse(null) instanceof WorkflowEntry workflow
                ? step(workflow, job.substring(slash + 1))
                        .map(step -> step.place().join())
                : Optional.empty();
    }

    /** The variables that a job, or a step by its full name, sets in the environment of what runs. */
    public Map<String, String> environment(String job) {
        int slash = job.indexOf('/');
        Entry entry = find(slash < 0 ? job : job.substring(0, slash)).orElse(null);
        if (entry instanceof JobEntry known && slash < 0) {
            return known.spec().policy().env();
        }
        StepSpec step = entry instanceof WorkflowEntry workflow && slash >= 0
                ? step(workflow, job.substring(slash + 1)).orElse(null)
                : null;
        if (step == null) {
            return Map.of();
        }
        return step.work()
                .registeredJob()
                .map(this::environment)
                .orElse(step.policy().env());
    }

    private static Optional<StepSpec> step(WorkflowEntry workflow, String name) {
        return workflow.spec().steps().stream()
                .filter(step -> step.name().equals(name))
                .findFirst();
    }

    /** The secret values, which are masked in everything that users see. */
    public List<String> secrets() {
        return compiler.secrets();
    }

    /** The schedule of a definition, without the dates that its calendar excludes. */
    public Optional<Timing> timing(String name) {
        return find(name)
                .flatMap(entry -> entry.source() == Source.PROGRAM
                        ? registered(name)
                        : Optional.of(make(entry, compiler).timing()));
    }

    /** A program may have a schedule that no text describes, so its own is taken. */
    private Optional<Timing> registered(String name) {
        return baton.job(name).map(Job::timing).or(() -> baton.workflow(name).map(Workflow::timing));
    }

    /** Throws if a definition does not compile. */
    public void check(Entry entry) {
        make(entry, compiler);
    }

    private record Made(Entry entry, Object definition) {

        Timing timing() {
            return definition instanceof Job job ? job.timing() : ((Workflow) definition).timing();
        }
    }

    private static Made make(Entry entry, Compiler compiler) {
        Origin origin = entry.source() == Source.FILE ? Origin.CONFIGURATION : Origin.API;
        if (entry instanceof JobEntry job) {
            return new Made(entry, compiler.job(job.spec(), origin));
        }
        return new Made(entry, compiler.workflow(((WorkflowEntry) entry).spec(), origin));
    }

    private void register(Made made, boolean isNew) {
        Entry old = entries.get(made.entry.name());
        if (made.definition instanceof Job job) {
            var unused = isNew ? baton.add(job) : baton.put(job);
        } else {
            Workflow workflow = (Workflow) made.definition;
            var unused = isNew ? baton.add(workflow) : baton.put(workflow);
        }
        entries.put(made.entry.name(), made.entry);
        boolean wasPaused = old != null && old.timing().paused();
        if (made.entry.timing().paused() && !wasPaused) {
            baton.pause(made.entry.name());
        } else if (wasPaused && !made.entry.timing().paused()) {
            baton.resume(made.entry.name());
        }
    }
}
