package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Profiles;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.server.security.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton open}. */
@Command(
        name = "open",
        description = "Open the dashboard in the browser, signed in.",
        footer = {"  baton open", "  baton open etl", "  baton open 01a1e3c7-89fc.4", "  baton open --print"})
final class OpenCommand extends RemoteCommand {

    private static final int PATIENCE_SECONDS = 3;

    @Parameters(
            arity = "0..1",
            paramLabel = "SUBJECT",
            description = "A job, workflow, execution or run to show. Default: the overview.")
    private @Nullable String given;

    @Option(names = "--print", description = "Print the address without opening it.")
    private boolean print;

    OpenCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        Api api = api();
        String address = root(api) + page(api);
        if (print) {
            out().println(address);
            return ExitCode.OK;
        }
        Path page = signInPage(api, address);
        try {
            start(page);
            out().println("Opened " + address);
        } catch (IOException e) {
            throw new CommandFailedException(
                    "no browser could be started: " + e.getMessage(),
                    "Open " + address + " yourself, or name a browser in the variable BROWSER.");
        }
        return ExitCode.OK;
    }

    private static String root(Api api) {
        return api.server().toString().replaceAll("/+$", "");
    }

    private String page(Api api) throws InterruptedException {
        if (given == null) {
            return "/";
        }
        Lookup lookup = new Lookup(api);
        boolean named = !given.contains("/") && !given.matches("[0-9a-f-]{4,36}(\\.\\d+)?");
        return named ? lookup.definition(given).path() : lookup.subject(given).path();
    }

    /**
     * A file that only this user can read and that leads the browser on: the token never stands on a command line, where
     * every user of this machine could read it.
     */
    private Path signInPage(Api api, String address) {
        String next = Query.segment(address.substring(root(api).length()));
        String target = root(api) + "/signin?next=" + next + "#token=" + Query.segment(api.token());
        try {
            Path directory = new Profiles(surroundings().environment()).directory();
            PrivateFiles.makeDirectory(directory);
            Path file = directory.resolve("open.html");
            Files.deleteIfExists(file);
            PrivateFiles.makeFile(file);
            Files.writeString(
                    file,
                    "<!doctype html><meta charset=\"utf-8\"><title>Baton</title><script>location.replace(\""
                            + target.replace("\"", "%22").replace("<", "%3C") + "\")</script>\n");
            return file;
        } catch (IOException e) {
            throw new CommandFailedException("the sign-in page cannot be written: " + e.getMessage());
        }
    }

    private void start(Path page) throws IOException, InterruptedException {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String browser = surroundings().environment().getOrDefault("BROWSER", "");
        String program = !browser.isEmpty() ? browser : system.contains("mac") ? "open" : "xdg-open";
        List<String> command = system.contains("windows") && browser.isEmpty()
                ? List.of("cmd", "/c", "start", "", page.toUri().toString())
                : List.of(program, page.toUri().toString());
        Process opener = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        // A browser that was not running before stays; a program that finds none ends at once, and says so by its exit
        // code.
        if (opener.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && opener.exitValue() != 0) {
            throw new IOException(program + " ended with exit code " + opener.exitValue());
        }
    }
}
