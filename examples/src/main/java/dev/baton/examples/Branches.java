package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Condition;
import dev.baton.Execution;
import dev.baton.Join;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.Map;

/** Conditions and joins: three shops are asked for a price, two answers are enough, and a shop that is closed is noted. */
public final class Branches {

    private Branches() {}

    /** The workflow; the parameter {@code closed} names the shop that does not answer. */
    public static Workflow workflow() {
        return Workflow.define("prices", w -> {
            w.parameter("closed", "");
            for (String shop : new String[] {"north", "south", "west"}) {
                w.call(shop, context -> {
                            if (shop.equals(context.parameter("closed", String.class))) {
                                throw new IllegalStateException(shop + " is closed");
                            }
                            return shop.length();
                        })
                        .allowFailure();
            }
            // Runs as soon as two have answered, without waiting for the third.
            w.run("compare", context -> {})
                    .after("north")
                    .after("south")
                    .after("west")
                    .join(Join.atLeast(2));
            // Runs after the first that fails; skipped once none can.
            w.run("complain", context -> context.log().warn(context.reason()))
                    .after("north", Condition.FAILURE)
                    .after("south", Condition.FAILURE)
                    .after("west", Condition.FAILURE)
                    .join(Join.any());
            // Runs when both have ended, whichever way; two conditions on one parent mean either of them.
            w.run("tell", context -> {})
                    .after("compare", Condition.SUCCESS, Condition.SKIPPED)
                    .after("complain", Condition.COMPLETE);
        });
    }

    /** Runs it with a closed shop, or with none. */
    public static Execution run(String closed) throws InterruptedException {
        try (Baton baton = Baton.inMemory().add(workflow()).start()) {
            return baton.trigger("prices", Map.of("closed", closed)).await(Duration.ofSeconds(5));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        run("west").runs().forEach(run -> System.out.println(run.step() + " " + run.status() + " " + run.reason()));
    }
}
