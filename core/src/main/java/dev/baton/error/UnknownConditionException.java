package dev.baton.error;

import java.util.List;

/**
 * Thrown when a condition on a dependency does not exist.
 *
 * <pre>{@code
 * try {
 *     System.out.println(Condition.parse(given));
 * } catch (UnknownConditionException unknown) {
 *     System.out.println(unknown.getMessage());
 * }
 * }</pre>
 */
public final class UnknownConditionException extends BatonException {

    private static final List<String> KNOWN = List.of("success", "failure", "skipped", "complete");

    /** @param condition the text that was given */
    public UnknownConditionException(String condition) {
        this(
                "\"" + condition + "\" is not a condition: success, failure, skipped and complete are.",
                DidYouMean.sentence(condition, KNOWN));
    }

    private UnknownConditionException(String message, String hint) {
        super(message + hint);
    }

    /** A condition that is null. */
    public static UnknownConditionException isNull() {
        return new UnknownConditionException(
                "a condition is null: success, failure, skipped and complete are conditions.",
                " Leave it out to ask for success.");
    }
}
