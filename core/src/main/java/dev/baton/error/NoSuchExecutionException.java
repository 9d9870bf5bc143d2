package dev.baton.error;

/**
 * Thrown when an execution, or a step of one, does not exist or is no longer kept.
 *
 * <pre>{@code
 * try {
 *     System.out.println(baton.execution(id).status());
 * } catch (NoSuchExecutionException gone) {
 *     System.out.println(gone.getMessage()); // it never was, or retention has removed it
 * }
 * }</pre>
 */
public final class NoSuchExecutionException extends BatonException {

    private NoSuchExecutionException(String message) {
        super(message);
    }

    /** No execution has this id. */
    public static NoSuchExecutionException id(Object id) {
        return new NoSuchExecutionException(
                "there is no execution " + id + ": it never was, or retention has removed it.");
    }

    /** The execution has no such step. */
    public static NoSuchExecutionException step(Object id, String step, Iterable<String> known) {
        return new NoSuchExecutionException(
                "execution " + id + " has no step \"" + step + "\"." + DidYouMean.sentence(step, known));
    }
}
