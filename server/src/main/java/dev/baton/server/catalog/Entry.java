package dev.baton.server.catalog;

import dev.baton.server.spec.DefinitionSpec;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;

/** A job or workflow in the catalog, with its source. */
public sealed interface Entry {

    /** The specification of the job or workflow. */
    DefinitionSpec spec();

    /** Where it comes from. */
    Source source();

    /** Its name. */
    default String name() {
        return spec().name();
    }

    /** The time settings: schedule, zone and limits. */
    default TimingSpec timing() {
        return spec().timing();
    }

    /** Where a definition comes from. */
    enum Source {
        /** The configuration file: a reload may change or remove it. */
        FILE,
        /** The API: only the API changes it. */
        API,
        /** The code of the program that Baton is embedded in: only the program changes it. */
        PROGRAM
    }

    /**
     * A job.
     *
     * @param spec how it is described
     * @param source where it comes from
     */
    record JobEntry(JobSpec spec, Source source) implements Entry {}

    /**
     * A workflow.
     *
     * @param spec how it is described
     * @param source where it comes from
     */
    record WorkflowEntry(WorkflowSpec spec, Source source) implements Entry {}
}
