package dev.baton.cli;

import dev.baton.Listener;
import dev.baton.RunId;
import dev.baton.cli.output.HumanTime;
import dev.baton.worker.Dispatch.LogEntry;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Prints the events of the first execution, one on each line, and the output of its steps, for output that cannot be
 * redrawn. Events come from one thread at a time, output of steps from any thread.
 */
final class EventLog implements Listener {

    private final PrintWriter out;
    private final int nameWidth;
    private final Runnable afterLast;
    private final Map<RunId, Instant> attemptStarted = new HashMap<>();
    private volatile @Nullable ExecutionEvent start;

    /**
     * @param out where to
     * @param nameWidth how long the longest name of a step is
     * @param afterLast called when the last line is printed
     */
    EventLog(PrintWriter out, int nameWidth, Runnable afterLast) {
        this.out = out;
        this.nameWidth = nameWidth;
        this.afterLast = afterLast;
    }

    @Override
    public void executionStarted(ExecutionEvent event) {
        if (start == null) {
            start = event;
            print(event.at(), event.name() + " started (execution " + event.execution() + ")");
        }
    }

    @Override
    public void executionFinished(ExecutionEvent event) {
        if (isFollowed(event.execution())) {
            print(event.at(), event.name() + " ended: " + event.status());
            afterLast.run();
        }
    }

    @Override
    public void runStarted(RunEvent event) {
        attemptStarted.put(event.run(), event.at());
        print(event, "started" + (event.attempt() > 1 ? ", attempt " + event.attempt() : ""));
    }

    @Override
    public void runRetried(RunEvent event) {
        print(event, "attempt " + event.attempt() + " failed, another will follow" + detail(event));
    }

    @Override
    public void runFinished(RunEvent event) {
        Instant started = attemptStarted.get(event.run());
        String taken = started == null ? "" : " after " + HumanTime.taken(Duration.between(started, event.at()));
        print(event, event.status() + taken + detail(event));
    }

    @Override
    public void runSkipped(RunEvent event) {
        print(event, "skipped" + detail(event));
    }

    @Override
    public void eventsLost(long count) {
        out.println("(" + count + " events are missing here: this output was too slow)");
    }

    /** Prints the output of a step, including that of its items or of the steps of its workflow. */
    void printed(String job, List<LogEntry> lines) {
        for (LogEntry line : lines) {
            print(line.time(), job, "| " + line.text());
        }
    }

    private void print(RunEvent event, String what) {
        if (isFollowed(event.run().execution())) {
            print(event.at(), event.job(), what);
        }
    }

    private void print(Instant at, String job, String what) {
        ExecutionEvent first = start;
        String workflow = first == null ? "" : first.name() + "/";
        String step = job.startsWith(workflow) ? job.substring(workflow.length()) : job;
        print(at, step + " ".repeat(Math.max(0, nameWidth - step.length())) + "  " + what);
    }

    private void print(Instant at, String what) {
        ExecutionEvent first = start;
        Duration since = first == null ? Duration.ZERO : Duration.between(first.at(), at);
        out.println(String.format(Locale.ROOT, "%7s  %s", HumanTime.taken(since), what));
    }

    private boolean isFollowed(UUID execution) {
        ExecutionEvent first = start;
        return first != null && first.execution().equals(execution);
    }

    private static String detail(RunEvent event) {
        return event.detail().isEmpty() ? "" : ": " + event.detail();
    }
}
