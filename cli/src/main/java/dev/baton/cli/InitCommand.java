package dev.baton.cli;

import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton init}: writes a first configuration. */
@Command(
        name = "init",
        description = "Write a first configuration with a job and a workflow that run as they are, and comments.",
        footerHeading = "%nExamples:%n",
        footer = {"  baton init", "  baton init && baton run baton.toml etl"})
final class InitCommand extends LocalCommand {

    private static final String TEMPLATE = "init.toml";

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Where to write it. Default: baton.toml.")
    private Path file = Path.of("baton.toml");

    @Option(names = "--force", description = "Replace an existing file.")
    private boolean force;

    @Override
    public Integer call() {
        OpenOption[] how = force
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        try (InputStream template =
                Objects.requireNonNull(InitCommand.class.getClassLoader().getResourceAsStream(TEMPLATE), TEMPLATE)) {
            Files.writeString(file, new String(template.readAllBytes(), StandardCharsets.UTF_8), how);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailedException(file + " exists already.", "--force replaces it.");
        } catch (IOException e) {
            throw new CommandFailedException(file + " cannot be written: " + e.getMessage(), "");
        }
        spec().commandLine()
                .getOut()
                .println("Wrote " + file + ". Next: 'baton run " + file + " etl' runs its workflow here and now,"
                        + " 'baton server --config " + file + "' runs it by its schedule.");
        return ExitCode.OK;
    }
}
