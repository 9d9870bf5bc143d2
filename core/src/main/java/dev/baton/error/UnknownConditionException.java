package dev.baton.error;

import java.util.List;

/** A condition on a dependency that does not exist. */
public final class UnknownConditionException extends BatonException {

    private static final List<String> KNOWN = List.of("success", "failure", "skipped", "complete");

    /** @param condition the text that was given */
    public UnknownConditionException(String condition) {
        super("\"" + condition + "\" is not a condition: success, failure, skipped and complete are."
                + DidYouMean.sentence(condition, KNOWN));
    }
}
