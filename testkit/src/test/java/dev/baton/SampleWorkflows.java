package dev.baton;

import dev.baton.policy.Retry;
import java.time.Duration;

/** Workflows that several tests use. */
final class SampleWorkflows {

    /** Extracts, cleans and loads; alerts if cleaning fails, and cleans up in any case. */
    static final Workflow ETL = Workflow.define("etl", w -> {
        Step<Integer> extract = w.call("extract", context -> 41);
        Step<Integer> clean = w.call("clean", context -> context.output(extract) + 1)
                .after(extract)
                .retry(Retry.exponential(3, Duration.ofSeconds(10)));
        w.run("load", context -> {}).after(clean);
        w.run("alert", context -> {}).after(clean.failed());
        w.finalRun("cleanup", context -> {});
    });

    private SampleWorkflows() {}
}
