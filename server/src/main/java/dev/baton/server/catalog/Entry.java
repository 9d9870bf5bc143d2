package dev.baton.server.catalog;

import dev.baton.server.spec.About;
import dev.baton.server.spec.JobSpec;
import dev.baton.server.spec.TimingSpec;
import dev.baton.server.spec.WorkflowSpec;
import java.util.List;

/** A job or workflow, with where it comes from. */
public sealed interface Entry {

    /** Its name. */
    String name();

    /** Where it comes from. */
    Source source();

    /** What is there for people. */
    About about();

    /** When it fires. */
    TimingSpec timing();

    /** The notifications it sends. */
    List<String> notifications();

    /** Where a definition comes from. */
    enum Source {
        /** The configuration file: a reload may change or remove it. */
        FILE,
        /** The API: only the API changes it. */
        API
    }

    /**
     * A job.
     *
     * @param spec how it is described
     * @param source where it comes from
     */
    record JobEntry(JobSpec spec, Source source) implements Entry {

        @Override
        public String name() {
            return spec.name();
        }

        @Override
        public About about() {
            return spec.about();
        }

        @Override
        public TimingSpec timing() {
            return spec.timing();
        }

        @Override
        public List<String> notifications() {
            return spec.notifications();
        }
    }

    /**
     * A workflow.
     *
     * @param spec how it is described
     * @param source where it comes from
     */
    record WorkflowEntry(WorkflowSpec spec, Source source) implements Entry {

        @Override
        public String name() {
            return spec.name();
        }

        @Override
        public About about() {
            return spec.about();
        }

        @Override
        public TimingSpec timing() {
            return spec.timing();
        }

        @Override
        public List<String> notifications() {
            return spec.notifications();
        }
    }
}
