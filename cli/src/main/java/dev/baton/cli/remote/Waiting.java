package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Query;
import dev.baton.cli.output.ExitCode;
import dev.baton.cli.output.HumanTime;
import dev.baton.cli.output.LiveView;
import dev.baton.cli.output.Paint;
import dev.baton.cli.output.Style;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The options of a command that starts an execution and may stay until it has ended. */
final class Waiting {

    private static final Duration ONE_LOOK = Duration.ofSeconds(1);

    @Option(
            names = {"-w", "--wait"},
            description = "Wait until the execution has ended; the exit code is 0 if it succeeded, else 1.")
    private boolean wait;

    @Option(
            names = {"-f", "--follow"},
            description = "Wait, and print the output of its steps.")
    private boolean follow;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Wait at most this long: 90s, 2h. The exit code is 124 if the time is up; the execution goes"
                    + " on.")
    private @Nullable Duration timeout;

    /** Whether to wait at all. */
    boolean wanted() {
        return wait || follow || timeout != null;
    }

    /**
     * Waits for the end of an execution.
     *
     * @param out where logs go
     * @param err where progress goes
     * @return the exit code
     */
    int await(Api api, String execution, Style style, PrintWriter out, PrintWriter err) throws InterruptedException {
        Instant started = style.clock().instant();
        String status =
                follow ? followed(api, execution, style, out, err) : awaited(api, execution, style, err, started);
        if (status.isEmpty()) {
            err.println("It has not ended after "
                    + HumanTime.taken(Duration.between(started, style.clock().instant()))
                    + ", and goes on. 'baton executions show " + execution + "' shows its status.");
            return ExitCode.TIMED_OUT;
        }
        JsonNode ended = api.get("/executions/" + execution);
        err.println(text(ended, "name") + "  " + style.painted(status) + " after "
                + style.taken(text(ended, "started"), text(ended, "finished")));
        if (ExitCode.ofStatus(status) != ExitCode.OK) {
            err.println("  'baton explain " + execution + "' says why.");
        }
        return ExitCode.ofStatus(status);
    }

    private String followed(Api api, String execution, Style style, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        LogPrinter printer = new LogPrinter(out, style, new LogPrinter.Form(false, false, true));
        Duration most = timeout;
        ExecutionLog log = new ExecutionLog(api, execution, printer, err);
        return most == null ? log.follow() : log.follow(style.clock().instant().plus(most));
    }

    /** Shows a line that is drawn over while it waits, on a terminal. */
    private String awaited(Api api, String execution, Style style, PrintWriter err, Instant started)
            throws InterruptedException {
        boolean live = style.terminal().live();
        LiveView view = live ? LiveView.open(err) : null;
        try {
            while (true) {
                JsonNode now = api.get("/executions/" + execution, Query.of("wait", look(style, started)));
                String status = text(now, "status");
                if (ExecutionLog.isOver(status)) {
                    return status;
                }
                if (view != null) {
                    view.draw(List.of(line(now, style)));
                }
                if (left(style, started).isZero()) {
                    return "";
                }
            }
        } finally {
            if (view != null) {
                view.draw(List.of());
                view.close();
            }
        }
    }

    private static String line(JsonNode now, Style style) {
        JsonNode runs = now.path("runs");
        int total = Math.max(1, runs.path("total").asInt(0));
        int ended = runs.path("ended").asInt(0);
        return style.paint(Paint.BOLD, text(now, "name")) + "  " + style.painted(text(now, "status")) + "  "
                + style.glyphs().bar((double) ended / total, 20) + "  " + ended + " of "
                + runs.path("total").asInt(0) + " steps  " + style.taken(text(now, "started"), "");
    }

    /** How long to wait for an answer: as short as a view needs it, never beyond the end of patience. */
    private String look(Style style, Instant started) {
        Duration left = left(style, started);
        Duration look = left.compareTo(ONE_LOOK) < 0 ? left : ONE_LOOK;
        return Math.max(1, look.toMillis()) + "ms";
    }

    private Duration left(Style style, Instant started) {
        if (timeout == null) {
            return ONE_LOOK;
        }
        Duration left = timeout.minus(Duration.between(started, style.clock().instant()));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
