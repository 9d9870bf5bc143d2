package dev.baton.server.mount;

import dev.baton.Baton;
import dev.baton.Job;
import dev.baton.Registered;
import dev.baton.Workflow;
import dev.baton.server.catalog.Catalog;
import dev.baton.server.catalog.Entry;
import dev.baton.server.catalog.Entry.JobEntry;
import dev.baton.server.catalog.Entry.Source;
import dev.baton.server.catalog.Entry.WorkflowEntry;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.PolicySpec;
import dev.baton.server.spec.SpecWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows in a catalog what a program has registered. Safe from any thread. */
final class ProgramCatalog {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramCatalog.class);

    private final Baton baton;
    private final Catalog catalog;
    private Map<String, Known> known = new HashMap<>();

    /** A definition and the entry that describes it: a program replaces a definition by another object. */
    private record Known(Object definition, Entry entry) {}

    ProgramCatalog(Baton baton, Catalog catalog) {
        this.baton = baton;
        this.catalog = catalog;
    }

    /** Describes what is new or was replaced, and leaves out what was removed. */
    synchronized void refresh() {
        Map<String, Known> now = new HashMap<>();
        for (Registered registered : baton.list()) {
            String name = registered.name();
            baton.job(name).ifPresent(job -> now.put(name, of(name, job)));
            baton.workflow(name).ifPresent(workflow -> now.put(name, of(name, workflow)));
        }
        if (!now.equals(known)) {
            List<Entry> entries = new ArrayList<>();
            now.values().forEach(one -> entries.add(one.entry));
            catalog.reflect(entries);
            known = now;
        }
    }

    private Known of(String name, Object definition) {
        Known before = known.get(name);
        return before != null && before.definition == definition ? before : new Known(definition, entry(definition));
    }

    private static Entry entry(Object definition) {
        return definition instanceof Job job
                ? new JobEntry(written(ProgramSpecs.of(job)), Source.PROGRAM)
                : new WorkflowEntry(ProgramSpecs.of((Workflow) definition), Source.PROGRAM);
    }

    /** A job without its policies, if a policy of the program's own class cannot be written down. */
    private static JobSpec written(JobSpec spec) {
        try {
            SpecWriter.write(spec);
            return spec;
        } catch (RuntimeException ofTheProgram) {
            LOG.debug("the policies of {} are not shown: {}", spec.name(), ofTheProgram.toString());
            return new JobSpec(
                    spec.name(),
                    spec.about(),
                    spec.timing(),
                    spec.work(),
                    PolicySpec.DEFAULT,
                    spec.parameters(),
                    spec.notifications());
        }
    }
}
