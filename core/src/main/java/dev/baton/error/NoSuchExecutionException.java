package dev.baton.error;

/** An execution, or a step of one, that is not known (any more). */
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
