package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.CommandFailedException;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.FullScreen;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton top}. */
@Command(
        name = "top",
        description = "Watch running, waiting and failed executions live. Press q to quit.",
        footer = {"  baton top", "  baton top --every 5s", "  baton top --once    # one picture, for a script or a chat"
        })
final class TopCommand extends ReadCommand {

    private static final Duration SHORTEST = Duration.ofMillis(200);

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "2s",
            description = "How long to wait between two updates. Default: 2s.")
    private Duration every = Duration.ofSeconds(2);

    @Option(names = "--once", description = "Print one frame, and exit.")
    private boolean once;

    TopCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (every.compareTo(SHORTEST) < 0) {
            throw bad("--every: it is at least 200ms");
        }
        Api api = api();
        TopFrame first = TopFrame.read(api);
        if (json()) {
            ObjectNode all = (ObjectNode) first.overview().deepCopy();
            all.putArray("running_runs").addAll(first.running());
            all.putArray("waiting_runs").addAll(first.waiting());
            printJson(all);
            return ExitCode.OK;
        }
        if (quiet()) {
            out().println(first.overview().path("running").asInt(0) + " running, "
                    + first.overview().path("waiting").asInt(0) + " waiting, "
                    + first.overview().path("ended").path("failure").asInt(0) + " failed");
            return ExitCode.OK;
        }
        String server = api.server().toString();
        if (once || !style().terminal().live()) {
            print(first.lines(style(), server));
            return ExitCode.OK;
        }
        watch(api, first.lines(style(), server));
        return ExitCode.OK;
    }

    private void watch(Api api, List<String> first) throws InterruptedException {
        List<String> lines = first;
        try (FullScreen screen = FullScreen.open(out())) {
            do {
                // The terminal may have another size by now.
                Style now = surroundings().style();
                screen.draw(lines, now.terminal());
                if (screen.isEnded(every)) {
                    return;
                }
                lines = look(api, now, lines);
            } while (true);
        }
    }

    /** The next picture; the last one with a word about it while the server does not answer. */
    private static List<String> look(Api api, Style style, List<String> last) throws InterruptedException {
        try {
            return TopFrame.read(api).lines(style, api.server().toString());
        } catch (CommandFailedException e) {
            List<String> lines = new ArrayList<>(last);
            lines.set(0, style.paint(Paint.RED, String.valueOf(e.getMessage())));
            return lines;
        }
    }
}
