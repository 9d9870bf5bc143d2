package dev.baton.cli;

import dev.baton.cli.convert.BadImportException;
import dev.baton.cli.convert.ImportFormat;
import dev.baton.cli.convert.Imported;
import dev.baton.cli.input.TextFile;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.Json;
import dev.baton.cli.output.Texts;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.spec.document.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton import}: reads files of other schedulers. */
@Command(
        name = "import",
        description = "Read a file of another scheduler and write it as a Baton configuration. Lists what could not be"
                + " converted, by line.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  crontab -l | baton import crontab - > baton.toml",
            "  baton import crontab /etc/crontab -o system.toml",
            "  baton import quartz jobs.xml",
            "  baton import dagu etl.yaml",
            "  baton import cronlord cronlord.toml"
        })
final class ImportCommand extends LocalCommand {

    @Parameters(index = "0", paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ImportFormat format;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file; - for standard input.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this file. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--json", description = "Print an object with toml, jobs, workflows and notes instead.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Leave out the notes.")
    private boolean quiet;

    @Override
    public Integer call() {
        Imported imported;
        try {
            imported = format.read(file.toString(), TextFile.read(file));
        } catch (BadImportException e) {
            throw CommandFailedException.badInput(file + ": " + e.getMessage(), "");
        }
        String toml = imported.toml(String.valueOf(file.getFileName()));
        PrintWriter out = spec().commandLine().getOut();
        if (json) {
            out.println(Json.write(json(imported, toml)));
        } else if (output == null) {
            out.print(toml);
            out.flush();
        } else {
            write(output, toml);
        }
        return quiet ? ExitCode.OK : say(imported, toml);
    }

    private int say(Imported imported, String toml) {
        PrintWriter err = spec().commandLine().getErr();
        imported.notes().forEach(note -> err.println(note.in(file.toString())));
        List<Problem> problems = new ConfigLoader(Map.of(), Set.of())
                .parse(output == null ? "output" : output.toString(), toml)
                .problems();
        problems.forEach(problem -> err.println("needs manual work: " + problem));
        err.println(Texts.count(imported.jobCount(), "job") + ", "
                + Texts.count(imported.workflowCount(), "workflow") + ", "
                + Texts.count(imported.notes().size(), "note")
                + (problems.isEmpty()
                        ? "."
                        : ", " + Texts.count(problems.size(), "problem") + " to correct before Baton can load it."));
        return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static Map<String, Object> json(Imported imported, String toml) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("toml", toml);
        json.put("jobs", imported.jobCount());
        json.put("workflows", imported.workflowCount());
        json.put(
                "notes",
                imported.notes().stream()
                        .map(note -> {
                            Map<String, Object> entry = new LinkedHashMap<>();
                            entry.put("line", note.line());
                            entry.put("text", note.text());
                            return entry;
                        })
                        .toList());
        return json;
    }

    private static void write(Path to, String text) {
        try {
            Files.writeString(to, text);
        } catch (IOException e) {
            throw new CommandFailedException(
                    to + " cannot be written: " + TextFile.reason(e) + ".", "Name another with -o.");
        }
    }
}
