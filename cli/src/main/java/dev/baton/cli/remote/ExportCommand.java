package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Json;
import dev.baton.cli.toml.TomlWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code baton export}. */
@Command(
        name = "export",
        description =
                "Write the jobs and workflows of a server as a file in TOML, which 'baton apply' and a server read.",
        footer = {"  baton export > all.toml", "  baton export etl report -o some.toml", "  baton export --source api"})
final class ExportCommand extends RemoteCommand {

    private static final int MOST = 100_000;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Only these jobs and workflows. Default: all.")
    private List<String> names = List.of();

    @Option(names = "--source", paramLabel = "file|api", description = "Only those of the file, or of the API.")
    private @Nullable String source;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this file. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--json", description = "Write an object with jobs and workflows instead.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Write only the names.")
    private boolean quiet;

    ExportCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        List<Map<String, Object>> jobs = new ArrayList<>();
        List<Map<String, Object>> workflows = new ArrayList<>();
        for (Lookup.Definition definition : wanted(api)) {
            (definition.isWorkflow() ? workflows : jobs)
                    .add(plain(api.get(definition.path()).path("spec")));
        }
        String text = written(jobs, workflows);
        if (output == null) {
            out().print(text);
            out().flush();
        } else {
            write(output, text);
            err().println("Wrote " + jobs.size() + " jobs and " + workflows.size() + " workflows to " + output + ".");
        }
        return ExitCode.OK;
    }

    private String written(List<Map<String, Object>> jobs, List<Map<String, Object>> workflows) {
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("jobs", jobs);
            all.put("workflows", workflows);
            return Json.write(all) + "\n";
        }
        if (quiet) {
            StringBuilder list = new StringBuilder();
            jobs.forEach(job -> list.append(job.get("id")).append('\n'));
            workflows.forEach(workflow -> list.append(workflow.get("id")).append('\n'));
            return list.toString();
        }
        TomlWriter toml = new TomlWriter().definitions("jobs", jobs);
        return (jobs.isEmpty() || workflows.isEmpty() ? toml : toml.gap())
                .definitions("workflows", workflows)
                .text();
    }

    private List<Lookup.Definition> wanted(Api api) throws InterruptedException {
        if (!names.isEmpty()) {
            return PauseCommand.found(api, names);
        }
        List<Lookup.Definition> all = new ArrayList<>();
        Query query = Query.NONE.with("source", source);
        api.list("/jobs", query, MOST).forEach(job -> all.add(new Lookup.Definition(false, text(job, "name"))));
        api.list("/workflows", query, MOST)
                .forEach(workflow -> all.add(new Lookup.Definition(true, text(workflow, "name"))));
        return all;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandFailedException(file + " cannot be written: " + e.getMessage(), "Name another with -o.");
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> plain(JsonNode spec) {
        return (Map<String, Object>) Api.plain(spec);
    }
}
