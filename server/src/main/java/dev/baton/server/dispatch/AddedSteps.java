package dev.baton.server.dispatch;

import dev.baton.Condition;
import dev.baton.Extension;
import dev.baton.Join;
import dev.baton.error.InvalidStepException;
import dev.baton.worker.NewStep;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The steps that a run adds, as its worker reports them, as an extension of its execution. */
final class AddedSteps {

    private AddedSteps() {}

    /**
     * @throws dev.baton.error.BatonException if they do not form a graph
     */
    static Extension toExtension(List<NewStep> steps) {
        return Extension.define(extension -> {
            for (NewStep step : steps) {
                Extension.AddedStep added =
                        extension.step(step.id(), step.job()).join(join(step)).parameters(step.params());
                step.after().forEach(parent -> after(added, parent));
                if (Boolean.TRUE.equals(step.allowFailure())) {
                    added.allowFailure();
                }
            }
        });
    }

    private static void after(Extension.AddedStep step, String edge) {
        int colon = edge.indexOf(':');
        if (colon < 0) {
            step.after(edge);
        } else {
            Condition[] conditions = Arrays.stream(edge.substring(colon + 1).split("\\|", -1))
                    .map(word -> Condition.parse(word.strip()))
                    .toArray(Condition[]::new);
            step.after(edge.substring(0, colon), conditions);
        }
    }

    private static Join join(NewStep step) {
        Integer atLeast = step.atLeast();
        if (atLeast != null) {
            if (atLeast < 1 || step.join() != null) {
                throw InvalidStepException.inExtension(
                        step.id(),
                        "says \"at_least\", which takes a number of 1 or more and stands in place of \"join\".");
            }
            return Join.atLeast(atLeast);
        }
        String word = step.join() == null ? "all" : step.join().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "all" -> Join.all();
            case "any" -> Join.any();
            default ->
                throw InvalidStepException.inExtension(
                        step.id(), "has a join \"" + step.join() + "\", which is neither all nor any.");
        };
    }
}
