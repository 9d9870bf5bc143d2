package dev.baton.server.spec.document;

/**
 * A mistake in a document.
 *
 * @param place where: file and line, or a JSON pointer
 * @param path what it belongs to: {@code jobs[2] "scan"}; empty for the document as a whole
 * @param message what is wrong, as a sentence
 * @param hint what to do, as a sentence; empty when the message says it
 */
public record Problem(String place, String path, String message, String hint) {

    /** The line for people: {@code baton.toml:31: jobs[2] "scan": unknown key "shedule". Did you mean "schedule"?} */
    @Override
    public String toString() {
        return (place.isEmpty() ? "" : place + ": ")
                + (path.isEmpty() ? "" : path + ": ")
                + message
                + (hint.isEmpty() ? "" : " " + hint);
    }
}
