package dev.baton.server.spec.document;

import java.util.List;

/**
 * The result of reading a document: a value, or all problems, but never both.
 *
 * @param <T> the type of the value
 */
public sealed interface Checked<T> {

    /** The problems by line, at most {@value Problems#MOST_KEPT}; empty if there is a value. */
    List<Problem> problems();

    /** The number of problems, including those that are not listed. */
    int total();

    /**
     * The value.
     *
     * @throws InvalidDocumentException if there is none, with all problems
     */
    T orThrow();

    /**
     * A document without problems.
     *
     * @param value the value
     * @param <T> its type
     */
    record Valid<T>(T value) implements Checked<T> {

        @Override
        public List<Problem> problems() {
            return List.of();
        }

        @Override
        public int total() {
            return 0;
        }

        @Override
        public T orThrow() {
            return value;
        }
    }

    /**
     * A document with problems.
     *
     * @param problems the first problems
     * @param total the number of all problems
     * @param <T> the type of the value
     */
    record Invalid<T>(List<Problem> problems, int total) implements Checked<T> {

        /** Copies the problems. */
        public Invalid {
            problems = List.copyOf(problems);
        }

        @Override
        public T orThrow() {
            throw new InvalidDocumentException(problems);
        }
    }
}
