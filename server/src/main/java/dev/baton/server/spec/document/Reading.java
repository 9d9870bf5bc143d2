package dev.baton.server.spec.document;

/**
 * The key being read, so that a type can report problems with its value.
 *
 * @param problems the problems to add to
 * @param path the table of the key: {@code jobs[2] "scan"}
 * @param key the key
 */
public record Reading(Problems problems, String path, String key) {

    /** Reports an invalid value. The sentence continues after the key: {@code must be …, not 5.} */
    public void wrong(Node at, String predicate, String hint) {
        problems.add(at.place(), path, "\"" + key + "\" " + predicate, hint);
    }

    /** Reports a value of another type: the key {@code must be …, not …}. */
    public void mustBe(Node at, String what) {
        mustBe(at, what, "");
    }

    /** Reports a value of another type, with a hint. */
    public void mustBe(Node at, String what, String hint) {
        wrong(at, "must be " + what + ", not " + at.quoted() + ".", hint);
    }

    /** The reading of an element of a list. */
    public Reading element(int index) {
        return new Reading(problems, path, key + "[" + index + "]");
    }

    /** The reading of an entry of a table. */
    public Reading entry(String name) {
        return new Reading(problems, path, key + "." + name);
    }

    /** The path of a table under this key. */
    public String inside() {
        return path.isEmpty() ? key : path + " " + key;
    }
}
