package dev.baton.server.spec.document;

import java.util.List;

/**
 * What came of reading a document: a value, or everything that is wrong. Never half of both.
 *
 * @param <T> what was to be read
 */
public sealed interface Checked<T> {

    /** The problems by line, {@value Problems#MOST_KEPT} at most; empty when there is a value. */
    List<Problem> problems();

    /** How many mistakes there are in all. */
    int total();

    /**
     * The value.
     *
     * @throws InvalidDocumentException when there is none, with all problems
     */
    T orThrow();

    /**
     * Nothing is wrong.
     *
     * @param value what was read
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
     * Something is wrong.
     *
     * @param problems what, as far as it is kept
     * @param total how much there is in all
     * @param <T> what was to be read
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
