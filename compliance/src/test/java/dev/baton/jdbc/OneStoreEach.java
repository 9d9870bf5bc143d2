package dev.baton.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Deals the cases of a suite out to two stores: each case runs on one of them in the short form, as the tests of behaviour
 * do, and on both in the long form. The cases come in regular groups, so every second one would be the same on each: they are
 * dealt by the number of ones in their number, which repeats in no period.
 */
abstract class OneStoreEach implements ExecutionCondition {

    /** Cases 1, 2, 4, 7, 8, 11 and so on. */
    static final class Odd extends OneStoreEach {

        Odd() {
            super(1);
        }
    }

    /** Cases 3, 5, 6, 9, 10, 12 and so on. */
    static final class Even extends OneStoreEach {

        Even() {
            super(0);
        }
    }

    private static final Pattern NUMBER = Pattern.compile("\\[test-template-invocation:#(\\d+)]$");

    private final int rest;

    private OneStoreEach(int rest) {
        this.rest = rest;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean isLong = Integer.getInteger("baton.seed.times", 1) > 1;
        Matcher number = NUMBER.matcher(context.getUniqueId());
        if (isLong || !number.find() || Integer.bitCount(Integer.parseInt(number.group(1))) % 2 == rest) {
            return ConditionEvaluationResult.enabled("one of its cases");
        }
        return ConditionEvaluationResult.disabled("the other store has this case; -Plong runs it here too");
    }
}
