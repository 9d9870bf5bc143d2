package dev.baton.server.spec;

import java.util.List;

/** What a file or a request defines under a name of its own. */
public sealed interface DefinitionSpec permits JobSpec, WorkflowSpec {

    /** Its name, which files call {@code id}. */
    String name();

    /** What is there for people. */
    About about();

    /** When it fires. */
    TimingSpec timing();

    /** The notifications it sends. */
    List<String> notifications();
}
