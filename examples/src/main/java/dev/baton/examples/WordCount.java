package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Fanout;
import dev.baton.Run;
import dev.baton.Step;
import dev.baton.Workflow;
import java.time.Duration;
import java.util.List;

/** Map and reduce: one step finds the pages, a run counts the words of each, and a reducer adds them up. */
public final class WordCount {

    private WordCount() {}

    /** The workflow. */
    public static Workflow workflow() {
        return Workflow.define("words", w -> {
            Step<List<String>> pages =
                    w.call("pages", context -> List.of("to be or not to be", "that is", "the question"));
            w.fanout(
                            "count",
                            Fanout.over(context -> context.output(pages))
                                    .concurrency(2)
                                    .each(context ->
                                            words(context.item().orElseThrow().value()))
                                    .reduce(Fanout.RunOn.SUCCESS, context -> sum(context.parents())))
                    .after(pages);
        });
    }

    private static int words(Object page) {
        return page.toString().split(" ", -1).length;
    }

    private static int sum(List<Run> counts) {
        return counts.stream()
                .mapToInt(count -> (Integer) count.output().orElseThrow())
                .sum();
    }

    /** Runs it once. */
    public static Execution run() throws InterruptedException {
        try (Baton baton = Baton.inMemory().add(workflow()).start()) {
            return baton.trigger("words").await(Duration.ofSeconds(5));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(run().run("count").output().orElseThrow() + " words");
    }
}
