package dev.baton.cli;

import dev.baton.cli.input.Moment;
import dev.baton.cli.output.Json;
import dev.baton.error.DidYouMean;
import dev.baton.error.InvalidScheduleException;
import dev.baton.schedule.DayMatch;
import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleOptions;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton cron}: says what a schedule means and when it fires next. */
@Command(
        name = "cron",
        description = "Explain a schedule in words, and list its next fires.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  baton cron \"30 2 * * MON-FRI\" --zone Europe/Berlin",
            "  baton cron \"TZ=America/New_York 0 9 L * *\" --count 12",
            "  baton cron \"H H(0-5) * * *\" --name nightly-report",
            "  baton cron @hourly --after 2026-10-25T00:00 --json"
        })
final class CronCommand extends LocalCommand {

    private static final int MOST = 1_000;

    private final Clock clock;

    @Parameters(
            paramLabel = "EXPR",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Cron in 5, 6 or 7 fields, or @daily, @every 90s, @at TIME and similar. Put it in quotes.")
    private List<String> expression = List.of();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Time zone of an expression without a TZ= prefix. Default: UTC.")
    private String zone = "UTC";

    @Option(
            names = "--after",
            paramLabel = "INSTANT",
            description = "List fires after this: ISO 8601 with an offset or Z, or without and then in the zone."
                    + " Default: now.")
    private @Nullable String after;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many fires to list, from 1 to 1000. Default: 5.")
    private String count = "5";

    @Option(names = "--name", paramLabel = "JOB", description = "The name of the job, from which H is derived.")
    private String name = "";

    @Option(
            names = "--day-match",
            paramLabel = "either|both",
            defaultValue = "either",
            description = "When both day fields are restricted: whether either or both must match. Default: either,"
                    + " as in crontab.")
    private DayMatch dayMatch = DayMatch.EITHER;

    @Option(names = "--json", description = "Print an object with expression, zone, description and next.")
    private boolean json;

    CronCommand(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Integer call() {
        int fires = count();
        ScheduleOptions options =
                ScheduleOptions.DEFAULT.withZone(zone()).withDayMatch(dayMatch).withHashKey(name);
        Schedule schedule = schedule(options);
        CronReport report = CronReport.of(schedule, after(schedule.zone()), fires, options.searchYears());
        PrintWriter out = spec().commandLine().getOut();
        if (json) {
            out.println(Json.write(report.json()));
        } else {
            report.lines().forEach(out::println);
        }
        return CommandLine.ExitCode.OK;
    }

    private Schedule schedule(ScheduleOptions options) {
        if (expression.size() > 1) {
            throw bad("EXPR", "it is one argument: put it in quotes, so that the shell leaves it as it is");
        }
        try {
            return Schedule.parse(expression.get(0), options);
        } catch (InvalidScheduleException e) {
            throw new ParameterException(spec().commandLine(), e.getMessage(), e);
        }
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw bad(
                    "--zone",
                    "\"" + zone + "\" is not a known time zone; write one like Europe/Berlin, or an offset like +02:00."
                            + DidYouMean.sentence(zone, ZoneId.getAvailableZoneIds()));
        }
    }

    private int count() {
        try {
            int number = Integer.parseInt(count);
            if (number >= 1 && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the one message for every bad count
        }
        throw bad("--count", "\"" + count + "\" is not a number from 1 to " + MOST);
    }

    private Instant after(ZoneId local) {
        if (after == null) {
            return clock.instant();
        }
        return Moment.parse(after, local)
                .orElseThrow(() -> bad(
                        "--after",
                        "\"" + after + "\" is not an instant; write one like 2026-10-25T00:00:00Z,"
                                + " 2026-10-25T02:00+02:00, or 2026-10-25T02:00 for the time in the zone"));
    }

    private ParameterException bad(String field, String reason) {
        return new ParameterException(spec().commandLine(), field + ": " + reason);
    }
}
