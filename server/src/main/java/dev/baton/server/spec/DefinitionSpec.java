package dev.baton.server.spec;

import java.util.List;

/** A definition in a file or a request: a job or a workflow. */
public sealed interface DefinitionSpec permits JobSpec, WorkflowSpec {

    /** Its name, which files call {@code id}. */
    String name();

    /** The title, description and tags. */
    About about();

    /** The time settings: schedule, zone and limits. */
    TimingSpec timing();

    /** The notifications it sends. */
    List<String> notifications();
}
