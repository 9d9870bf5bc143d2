package dev.baton.server.spec.document;

/**
 * A problem in a document.
 *
 * @param place the place: file and line, or a JSON pointer
 * @param path the definition: {@code jobs[2] "scan"}; empty for the document as a whole
 * @param message a sentence that names the problem
 * @param hint a sentence that names the remedy; empty if the message does
 */
public record Problem(String place, String path, String message, String hint) {

    /**
     * The problem as one line: {@code baton.toml:31: jobs[2] "scan": unknown key "shedule". Did you mean "schedule"?}
     */
    @Override
    public String toString() {
        return (place.isEmpty() ? "" : place + ": ")
                + (path.isEmpty() ? "" : path + ": ")
                + message
                + (hint.isEmpty() ? "" : " " + hint);
    }
}
