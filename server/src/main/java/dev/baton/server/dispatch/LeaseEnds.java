package dev.baton.server.dispatch;

import dev.baton.RunPolicy;
import dev.baton.error.NotPossibleException;
import dev.baton.worker.Dispatch.Outcome;
import dev.baton.worker.Dispatch.Result;
import dev.baton.worker.NewStep;

/** Reports the ends of runs from workers to the engine. Safe from any thread. */
final class LeaseEnds {

    private volatile StepRule rule = StepRule.NONE;

    /** Sets the rule for the steps that runs may add. */
    void limit(StepRule newRule) {
        rule = newRule;
    }

    void end(ActiveLease held, Result reported) {
        Result result = Reports.bounded(reported, Reports.masker(held));
        held.endProgress();
        if (result.outcome() != Outcome.HANDED_BACK) {
            held.noteExit(result.exitCode());
        }
        switch (result.outcome()) {
            case SUCCESS -> succeed(held, result);
            case SKIPPED -> held.claim.skipRun(words(result));
            case HANDED_BACK -> held.claim.handBack();
            case FAILURE, STOPPED -> held.claim.fail(new RunFailedException(words(result), result.exitCode()));
        }
    }

    /** The reason that a worker gives for an end, or a substitute if it gave none. */
    private static String words(Result result) {
        String message = result.message();
        if (message != null && !message.isBlank()) {
            return message;
        }
        if (result.outcome() == Outcome.STOPPED) {
            return "its worker stopped it";
        }
        return result.exitCode() == null
                ? "its worker did not say why"
                : "it ended with exit code " + result.exitCode();
    }

    private void succeed(ActiveLease held, Result result) {
        try {
            if (!result.steps().isEmpty()) {
                check(held, result);
                held.claim.context().extend(AddedSteps.toExtension(result.steps()));
            }
        } catch (RuntimeException e) {
            held.claim.fail(new RunFailedException("its steps cannot be added: " + e.getMessage(), result.exitCode()));
            return;
        }
        held.claim.succeed(result.output());
    }

    private void check(ActiveLease held, Result result) {
        if (held.claim.job().body() instanceof HasTask body) {
            RunPolicy.Demand demand = held.claim.job().policy().demand();
            for (NewStep step : result.steps()) {
                rule.objection(body.task(), demand, step.job()).ifPresent(objection -> {
                    throw new NotPossibleException(objection);
                });
            }
        }
    }
}
