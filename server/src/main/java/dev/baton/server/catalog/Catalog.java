package dev.baton.server.catalog;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Join;
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
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What is defined, and registered with the engine. Changes are all or nothing: what cannot be made a job or workflow of
 * leaves everything as it was. Safe from any thread.
 */
public final class Catalog {

    private final Baton baton;
    private volatile Compiler compiler;
    private final NavigableMap<String, Entry> entries = new ConcurrentSkipListMap<>();
    private volatile Map<String, String> places = Map.of();

    /** Registers with this engine what it makes with that compiler. */
    public Catalog(Baton baton, Compiler compiler) {
        this.baton = baton;
        this.compiler = compiler;
    }

    /** All there is, by name. */
    public Collection<Entry> all() {
        return Collections.unmodifiableCollection(entries.values());
    }

    /** All names. */
    public Set<String> names() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    /** The definition of this name. */
    public Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Says where in the file each definition stands, by name. */
    public void place(Map<String, String> newPlaces) {
        places = Map.copyOf(newPlaces);
    }

    /** Where a definition stands: file and line; empty for one that is in no file. */
    public Optional<String> place(String name) {
        return find(name).filter(entry -> entry.source() == Source.FILE).map(entry -> places.get(name));
    }

    /**
     * Puts what a file holds in the place of what it held before; what it no longer holds goes.
     *
     * @param newCompiler knows what else the file says: calendars, secrets
     * @param sameElse whether what else it says is as it was: then what is defined as it was is left as it is
     * @throws NameTakenException when something that was made through the API has one of the names
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
            // A name is a job's or a workflow's: what turns from one into the other is another.
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
     * Makes or changes something through the API.
     *
     * @throws NameTakenException when something of the file, or of the other type, has the name
     * @throws dev.baton.error.InvalidScheduleException when it is new and will never fire
     */
    public synchronized void put(Entry entry) {
        register(makeFree(entry), !entries.containsKey(entry.name()));
    }

    /** The same for what was made before: a one-off whose time has passed stays where it is. */
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

    /** Removes something. Returns whether there was something of that name. */
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
        Entry entry = entries.get(slash < 0 ? job : job.substring(0, slash));
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
        return slash >= 0 && entries.get(job.substring(0, slash)) instanceof WorkflowEntry workflow
                ? step(workflow, job.substring(slash + 1))
                        .map(step -> step.place().join())
                : Optional.empty();
    }

    /** The variables that a job, or a step by its full name, sets in the environment of what runs. */
    public Map<String, String> environment(String job) {
        int slash = job.indexOf('/');
        Entry entry = entries.get(slash < 0 ? job : job.substring(0, slash));
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

    /** The values that nobody is shown. */
    public List<String> secrets() {
        return compiler.secrets();
    }

    /** When something fires, with the dates its calendar leaves out. */
    public Optional<Timing> timing(String name) {
        return find(name).map(entry -> make(entry, compiler).timing());
    }

    /** Says whether something could be made a job or workflow of, by throwing when not. */
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
