package dev.baton.docs;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.Join;
import dev.baton.Step;
import dev.baton.Workflow;
import dev.baton.policy.Retry;
import java.time.Duration;
import java.util.List;

public class Nightly {

    static final Workflow ETL = Workflow.define("etl", w -> {
        w.cron("0 2 * * *").zone("Europe/Berlin").timeout(Duration.ofHours(2));

        Step<List<String>> extract = w.call("extract", context -> List.of("pen", "", "ink"));
        Step<Void> validate = w.run("validate", context -> System.out.println("the schema is valid"));
        Step<List<String>> clean = w.call("clean", context -> withoutGaps(context.output(extract)))
                .after(extract, validate)
                .retry(Retry.exponential(3, Duration.ofSeconds(10)));
        Step<Void> load = w.run("load", context -> System.out.println("loaded " + context.output(clean)))
                .after(clean);

        w.run("alert", context -> System.out.println("call for help: " + context.reason()))
                .after(clean.failed(), load.failed())
                .join(Join.any());
        w.finalRun("cleanup", context -> System.out.println("cleaned up"));
    });

    private static List<String> withoutGaps(List<String> rows) {
        return rows.stream().filter(row -> !row.isEmpty()).toList();
    }

    public static void main(String[] args) throws InterruptedException {
        try (Baton baton = Baton.inMemory().add(ETL).start()) {
            Execution execution = baton.trigger(ETL).await(Duration.ofMinutes(5));
            System.out.println(execution.status());
            System.out.println(execution.explain("alert").text());
        }
    }
}
