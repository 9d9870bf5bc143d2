package dev.baton.cli;

import dev.baton.cli.input.Moment;
import dev.baton.server.config.ConfigLoader;
import dev.baton.server.config.Configuration;
import dev.baton.server.simulate.Assumption;
import dev.baton.server.simulate.Assumption.Outcome;
import dev.baton.server.simulate.Simulation;
import dev.baton.server.simulate.SimulationTable;
import dev.baton.server.simulate.SimulationTooLargeException;
import dev.baton.server.simulate.Simulator;
import dev.baton.server.simulate.Subject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton simulate}: simulates the jobs and workflows of a file, and runs nothing. */
@Command(
        name = "simulate",
        description =
                "Simulate a file: show when its jobs would run and what would follow from failures, without running anything.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton simulate baton.toml --from 2026-11-16 --to 2026-11-17",
            "  baton simulate baton.toml --fail etl/extract --duration etl/load=10m"
        })
final class SimulateCommand extends LocalCommand {

    private static final Duration USUAL_RANGE = Duration.ofDays(1);

    private final Clock clock;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "FILE", description = "The configuration, in TOML.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(names = "--from", paramLabel = "TIME", description = "The beginning, in ISO 8601. Default: now.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "The end. Default: a day after the beginning.")
    private @Nullable String to;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "The time zone of the output, and of times and schedules that name none. Default: UTC.")
    private String zone = "UTC";

    @Option(names = "--fail", paramLabel = "STEP", description = "Assume that this job or step fails. May be repeated.")
    private List<String> failing = List.of();

    @Option(
            names = "--duration",
            paramLabel = "STEP=TIME",
            description = "Assume that this job or step takes this long. May be repeated.")
    private Map<String, Duration> durations = new LinkedHashMap<>();

    @Option(names = "--json", description = "Print an object with from, to and executions.")
    private boolean json;

    SimulateCommand(Clock clock, Map<String, String> environment) {
        this.clock = clock;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ZoneId local = zone();
        Instant beginning = from == null ? clock.instant() : moment("--from", from, local);
        Instant end = to == null ? beginning.plus(USUAL_RANGE) : moment("--to", to, local);
        Configuration configuration =
                new ConfigLoader(environment, Set.of()).load(file).orThrow();
        Simulation simulation = simulate(Subject.of(configuration, local), beginning, end);
        PrintWriter out = spec().commandLine().getOut();
        if (json) {
            out.println(dev.baton.server.http.Json.mapper().writeValueAsString(simulation));
        } else {
            out.print(SimulationTable.of(simulation, local));
            out.flush();
        }
        return CommandLine.ExitCode.OK;
    }

    private Simulation simulate(Subject subject, Instant beginning, Instant end) {
        try {
            return new Simulator().simulate(subject, beginning, end, assumptions());
        } catch (IllegalArgumentException | SimulationTooLargeException e) {
            throw new ParameterException(spec().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private List<Assumption> assumptions() {
        List<Assumption> assumptions = new ArrayList<>();
        failing.forEach(step -> assumptions.add(new Assumption(step, Outcome.FAILURE, null, null, null)));
        durations.forEach((step, time) -> assumptions.add(new Assumption(step, null, time, null, null)));
        return assumptions;
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new ParameterException(spec().commandLine(), "--zone: \"" + zone + "\" is not a known time zone", e);
        }
    }

    private Instant moment(String option, String text, ZoneId local) {
        return Moment.parse(text, local)
                .orElseThrow(() -> new ParameterException(
                        spec().commandLine(),
                        option + ": \"" + text + "\" is not a time; write one like 2026-11-16,"
                                + " 2026-11-16T02:00 or 2026-11-16T02:00:00Z"));
    }
}
