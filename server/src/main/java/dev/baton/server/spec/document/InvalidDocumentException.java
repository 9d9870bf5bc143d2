package dev.baton.server.spec.document;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid document. The message has a line for each problem. */
public final class InvalidDocumentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /**
     * @param problems all problems
     */
    public InvalidDocumentException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** All problems. */
    public List<Problem> problems() {
        return problems;
    }
}
