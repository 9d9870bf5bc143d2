package dev.baton.cli.remote;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.RunLog;
import dev.baton.cli.client.Surroundings;
import dev.baton.cli.output.ExitCode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton logs}. */
@Command(
        name = "logs",
        description = "Print the log of a run, or the logs of all runs of an execution in the order of time.",
        footer = {
            "  baton logs report -f              # the newest execution of a job",
            "  baton logs etl                    # all steps of a workflow",
            "  baton logs etl/load --tail 50     # one step of it",
            "  baton logs 01a1e3c7-89fc.4 --times"
        })
final class LogsCommand extends ReadCommand {

    private static final int USUAL_LINE_BYTES = 512;
    private static final int LARGEST_TAIL = 1_000_000;

    @Parameters(
            paramLabel = "SUBJECT",
            description = "A run or an execution by its id or the beginning of it, a job or workflow (the newest"
                    + " execution), or workflow/step.")
    private String given = "";

    @Option(
            names = {"-f", "--follow"},
            description = "Follow the log until the run or the execution has ended.")
    private boolean follow;

    @Option(
            names = {"-n", "--tail"},
            paramLabel = "N",
            description = "Print the last N lines of the log so far.")
    private @Nullable Integer tail;

    @Option(
            names = {"-t", "--times"},
            description = "Print the time in front of each line.")
    private boolean times;

    LogsCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (tail != null && (follow || tail < 1)) {
            throw bad(follow ? "--tail and -f exclude each other" : "--tail: it is at least 1, not " + tail);
        }
        Api api = api();
        Lookup.Subject subject = new Lookup(api).subject(given);
        LogPrinter printer = new LogPrinter(out(), style(), new LogPrinter.Form(json(), times, !quiet()));
        if (subject.isRun()) {
            ofRun(new RunLog(api, subject.id()), subject.id(), printer);
        } else if (follow) {
            new ExecutionLog(api, subject.id(), printer, err()).follow();
        } else if (!new ExecutionLog(api, subject.id(), printer, err()).print(tail)) {
            err().println(
                            "The output is incomplete: the logs are too long to be sorted by time. Read them run by run.");
        }
        out().flush();
        return ExitCode.OK;
    }

    private void ofRun(RunLog log, String id, LogPrinter printer) throws InterruptedException {
        if (follow) {
            log.follow(line -> printer.print(id, "", line));
            return;
        }
        if (tail == null) {
            log.read(null, line -> printer.print(id, "", line));
            return;
        }
        int most = tail;
        Deque<RunLog.Line> last = new ArrayDeque<>();
        log.read((int) Math.min(LARGEST_TAIL, (long) most * USUAL_LINE_BYTES), line -> {
            last.add(line);
            if (last.size() > most) {
                last.remove();
            }
        });
        last.forEach(line -> printer.print(id, "", line));
    }
}
