package dev.baton.server.spec.document;

/**
 * What is being read, so that a type can say what is wrong with it.
 *
 * @param problems where mistakes go
 * @param path what holds the key: {@code jobs[2] "scan"}
 * @param key the key
 */
public record Reading(Problems problems, String path, String key) {

    /** Reports a value that cannot be. The sentence goes on after the key: {@code must be …, not 5.} */
    public void wrong(Node at, String predicate, String hint) {
        problems.add(at.place(), path, "\"" + key + "\" " + predicate, hint);
    }

    /** Reports a value that is something else: the key {@code must be …, not …}. */
    public void mustBe(Node at, String what) {
        mustBe(at, what, "");
    }

    /** The same with a hint. */
    public void mustBe(Node at, String what, String hint) {
        wrong(at, "must be " + what + ", not " + at.quoted() + ".", hint);
    }

    /** For an element of a list. */
    public Reading element(int index) {
        return new Reading(problems, path, key + "[" + index + "]");
    }

    /** For an entry of a table. */
    public Reading entry(String name) {
        return new Reading(problems, path, key + "." + name);
    }

    /** The path of a table under this key. */
    public String inside() {
        return path.isEmpty() ? key : path + " " + key;
    }
}
