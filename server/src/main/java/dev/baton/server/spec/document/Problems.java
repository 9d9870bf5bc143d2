package dev.baton.server.spec.document;

import java.util.ArrayList;
import java.util.List;

/** Gathers mistakes while a document is read. For one thread. */
public final class Problems {

    private final List<Problem> found = new ArrayList<>();

    /** Adds one. */
    public void add(String place, String path, String message, String hint) {
        found.add(new Problem(place, path, message, hint));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** What was found, in the order of the search. */
    public List<Problem> list() {
        return List.copyOf(found);
    }

    /** The value when nothing was found, the problems otherwise. */
    public <T> Checked<T> check(T value) {
        return found.isEmpty() ? new Checked.Valid<>(value) : new Checked.Invalid<>(list());
    }
}
