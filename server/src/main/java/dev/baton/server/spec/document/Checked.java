package dev.baton.server.spec.document;

import java.util.List;

/**
 * What came of reading a document: a value, or everything that is wrong. Never half of both.
 *
 * @param <T> what was to be read
 */
public sealed interface Checked<T> {

    /** What is wrong; empty when there is a value. */
    List<Problem> problems();

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
        public T orThrow() {
            return value;
        }
    }

    /**
     * Something is wrong.
     *
     * @param problems all of it
     * @param <T> what was to be read
     */
    record Invalid<T>(List<Problem> problems) implements Checked<T> {

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
