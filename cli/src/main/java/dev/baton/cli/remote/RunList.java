package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.input.Since;
import dev.baton.cli.output.Style;
import dev.baton.cli.output.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton runs list}. */
@Command(
        name = "list",
        description = "List runs, those of the newest executions first.",
        footer = {
            "  baton runs list etl/load --status failure",
            "  baton runs list --status pending",
            "  baton runs list --parent 01a1e3c7-89fc.2"
        })
final class RunList extends ListCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description = "Only those of this job, or of a step: workflow/step.")
    private @Nullable String job;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            description = "Only those in these statuses: blocked, pending, running, success, partial, failure, timeout,"
                    + " skipped, cancelled.")
    private List<String> statuses = List.of();

    @Option(names = "--execution", paramLabel = "EXECUTION", description = "Only those of this execution.")
    private @Nullable String execution;

    @Option(
            names = "--parent",
            paramLabel = "RUN",
            description = "Only runs nested in this run: the items of a fan-out, the steps of a workflow.")
    private @Nullable String parent;

    @Option(names = "--since", paramLabel = "TIME", description = "Only those started since: 2h, 30d, 2026-11-15.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Only those started before: 2h, 30d, 2026-11-15.")
    private @Nullable String until;

    RunList(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    List<JsonNode> read(Api api, int most) throws InterruptedException {
        Lookup lookup = new Lookup(api);
        Query query = Query.NONE
                .with(
                        "job",
                        job == null || job.contains("/")
                                ? job
                                : lookup.definition(job).name())
                .with("status", statuses)
                .with("execution", execution == null ? null : lookup.execution(execution))
                .with("parent_run_id", parent == null ? null : lookup.run(parent))
                .with("from", since == null ? null : Since.past("--since", since, clock()))
                .with("to", until == null ? null : Since.past("--until", until, clock()));
        return api.list("/runs", query, most);
    }

    @Override
    String nameOf(JsonNode item) {
        return text(item, "id");
    }

    @Override
    Table table(Style style, List<JsonNode> items) {
        return RunTable.ofRuns(style, items);
    }

    @Override
    String none() {
        return "No run matches.";
    }
}
