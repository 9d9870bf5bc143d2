package dev.baton.cli;

import dev.baton.cli.draw.GraphFormat;
import dev.baton.cli.draw.Picture;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.error.DidYouMean;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.spec.WorkflowSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton graph}: draws a workflow of a file. */
@Command(
        name = "graph",
        description = "Draw the graph of a workflow of a file, as text, SVG, Mermaid or DOT.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton graph baton.toml",
            "  baton graph baton.toml etl --format svg -o etl.svg",
            "  baton graph baton.toml etl --format dot | dot -Tpng > etl.png"
        })
final class GraphCommand extends LocalCommand {

    private final Map<String, String> environment;

    @Parameters(index = "0", paramLabel = "FILE", description = "The configuration, in TOML.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "WORKFLOW",
            description = "The workflow. Not needed when the file defines only one; as text, all are drawn.")
    private @Nullable String name;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: text.")
    private GraphFormat format = GraphFormat.TEXT;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this file. Default: standard output.")
    private @Nullable Path output;

    GraphCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        List<WorkflowSpec> workflows = new ConfigLoader(environment, Set.of())
                .load(file)
                .orThrow()
                .definitions()
                .workflows();
        StringBuilder text = new StringBuilder();
        for (WorkflowSpec workflow : chosen(workflows)) {
            text.append(text.length() == 0 ? "" : "\n").append(format.write(Picture.of(workflow)));
        }
        if (output == null) {
            spec().commandLine().getOut().print(text);
            spec().commandLine().getOut().flush();
            return ExitCode.OK;
        }
        try {
            Files.writeString(output, text);
        } catch (IOException e) {
            throw new CommandFailedException(output + " cannot be written: " + e.getMessage(), "Name another with -o.");
        }
        return ExitCode.OK;
    }

    private List<WorkflowSpec> chosen(List<WorkflowSpec> workflows) {
        List<String> names = workflows.stream().map(WorkflowSpec::name).toList();
        if (workflows.isEmpty()) {
            throw new ParameterException(spec().commandLine(), file + " defines no workflow");
        }
        if (name == null && workflows.size() > 1 && format != GraphFormat.TEXT) {
            throw new ParameterException(
                    spec().commandLine(), "which one? The file defines " + String.join(", ", names) + ".");
        }
        List<WorkflowSpec> chosen = workflows.stream()
                .filter(workflow -> name == null || workflow.name().equals(name))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec().commandLine(),
                    "the file defines no workflow \"" + name + "\"; it defines " + String.join(", ", names) + "."
                            + DidYouMean.sentence(String.valueOf(name), names));
        }
        return chosen;
    }
}
