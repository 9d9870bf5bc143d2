package dev.baton.cli;

import dev.baton.cli.output.Json;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.spec.Definitions;
import dev.baton.server.spec.document.Checked;
import dev.baton.server.spec.document.Problem;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton validate}: validates a configuration and lists all problems, without starting anything. */
@Command(
        name = "validate",
        description = "Validate a configuration file and list every problem. Nothing is started.",
        footer = {"", "Exit code: 0 if the file is valid, 2 if it is not."})
final class ValidateCommand extends LocalCommand {

    private final Map<String, String> environment;

    @Parameters(paramLabel = "FILE", description = "The configuration, in TOML.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--json",
            description = "Print an object with valid, jobs, workflows, warnings, total and problems.")
    private boolean json;

    ValidateCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Checked<Configuration> checked = new ConfigLoader(environment, Set.of()).load(file);
        boolean valid = checked.problems().isEmpty();
        if (json) {
            spec().commandLine().getOut().println(Json.write(json(checked)));
        } else if (valid) {
            Definitions definitions = checked.orThrow().definitions();
            spec().commandLine().getOut().println(file + ": " + summary(definitions));
            warnings(definitions)
                    .forEach(warning -> spec().commandLine().getErr().println("warning: " + warning));
        } else {
            checked.problems().forEach(spec().commandLine().getErr()::println);
            spec().commandLine().getErr().println(total(checked));
        }
        return valid ? CommandLine.ExitCode.OK : CommandLine.ExitCode.USAGE;
    }

    private static String total(Checked<?> checked) {
        int kept = checked.problems().size();
        String shown = kept < checked.total() ? ", of which the first " + kept + " are shown" : "";
        return checked.total() + (checked.total() == 1 ? " problem" : " problems") + shown;
    }

    private static List<String> warnings(Definitions definitions) {
        Stream<String> ofJobs =
                definitions.jobs().stream().flatMap(job -> job.timing().clock().warnings(job.name()).stream());
        Stream<String> ofWorkflows = definitions.workflows().stream()
                .flatMap(workflow -> workflow.timing().clock().warnings(workflow.name()).stream());
        return Stream.concat(ofJobs, ofWorkflows).toList();
    }

    private static String summary(Definitions definitions) {
        return count(definitions.jobs(), "job") + ", " + count(definitions.workflows(), "workflow");
    }

    private static String count(List<?> things, String name) {
        return things.size() + " " + name + (things.size() == 1 ? "" : "s");
    }

    private static Map<String, Object> json(Checked<Configuration> checked) {
        Map<String, Object> json = new LinkedHashMap<>();
        boolean valid = checked.problems().isEmpty();
        json.put("valid", valid);
        if (valid) {
            json.put("jobs", checked.orThrow().definitions().jobs().size());
            json.put("workflows", checked.orThrow().definitions().workflows().size());
            json.put("warnings", warnings(checked.orThrow().definitions()));
        }
        json.put("total", checked.total());
        json.put(
                "problems",
                checked.problems().stream().map(ValidateCommand::json).toList());
        return json;
    }

    private static Map<String, Object> json(Problem problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("place", problem.place());
        json.put("path", problem.path());
        json.put("message", problem.message());
        json.put("hint", problem.hint());
        return json;
    }
}
