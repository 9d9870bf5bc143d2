package dev.baton.error;

/**
 * Thrown when a run has no output to return.
 *
 * <pre>{@code
 * try {
 *     System.out.println(execution.output(count) + " rows");
 * } catch (NoOutputException none) {
 *     System.out.println(execution.explain("count"));
 * }
 * }</pre>
 */
public final class NoOutputException extends BatonException {

    /**
     * @param parent the step or job whose output was requested
     * @param reason why there is no output
     */
    public NoOutputException(String parent, String reason) {
        super("there is no output of \"" + parent + "\": " + reason);
    }
}
