package dev.baton;

import java.util.List;

/**
 * Why a run or an execution is where it is, in words and in data.
 *
 * @param subject the run or execution
 * @param status its status, as in JSON
 * @param because the causes, the most important first
 * @param remedy what would move it; empty when nothing needs to
 */
public record Explanation(String subject, String status, List<Cause> because, String remedy) {

    /** What kind of cause it is. */
    public enum Kind {
        /** A parent has not ended. */
        PARENT,
        /** A condition was not met. */
        CONDITION,
        /** It waits for a time: a retry delay. */
        DELAY,
        /** It waits for a free worker, or for another run of the same job. */
        LIMIT,
        /** It, or its execution, is paused or held. */
        PAUSE,
        /** It waits for a person. */
        APPROVAL,
        /** It runs. */
        RUNNING,
        /** It ended. */
        ENDED
    }

    /**
     * One cause.
     *
     * @param kind what kind
     * @param name the job, step or limit it is about
     * @param text in words
     */
    public record Cause(Kind kind, String name, String text) {}

    /** All of it as one sentence or two. */
    public String text() {
        StringBuilder text = new StringBuilder(subject).append(' ').append(predicate());
        String separator = because.stream().anyMatch(cause -> cause.text().startsWith("on attempt")) ? " " : ": ";
        for (Cause cause : because) {
            text.append(separator).append(cause.text());
            separator = "; ";
        }
        if (!remedy.isEmpty()) {
            text.append(". ").append(remedy);
        }
        return text.toString();
    }

    private String predicate() {
        return switch (status) {
            case "success" -> "succeeded";
            case "failure" -> "failed";
            case "timeout" -> "timed out";
            case "skipped", "cancelled" -> "was " + status;
            default -> "is " + status;
        };
    }

    @Override
    public String toString() {
        return text();
    }
}
