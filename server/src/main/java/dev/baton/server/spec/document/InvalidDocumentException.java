package dev.baton.server.spec.document;

import java.util.List;
import java.util.stream.Collectors;

/** A document that says what cannot be. Its message has a line for each mistake. */
public final class InvalidDocumentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /** @param problems all mistakes */
    public InvalidDocumentException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** All mistakes. */
    public List<Problem> problems() {
        return problems;
    }
}
