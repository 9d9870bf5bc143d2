package dev.baton.cli.remote;

import static dev.baton.cli.client.Api.text;

import dev.baton.cli.client.Api;
import dev.baton.cli.client.Lookup;
import dev.baton.cli.client.Query;
import dev.baton.cli.client.RunLog;
import dev.baton.cli.output.CommandFailedException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The logs of all runs of an execution, those of its fan-outs and nested workflows included. */
final class ExecutionLog {

    private static final int MOST_LINES = 100_000;
    private static final int MOST_RUNS = 10_000;
    private static final int MOST_AT_A_TIME = 32;
    private static final int DEEPEST = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Api api;
    private final String execution;
    private final LogPrinter printer;
    private final PrintWriter notes;

    private record Said(String run, String label, RunLog.Line line) {}

    /** @param notes where it goes that an execution does not begin */
    ExecutionLog(Api api, String execution, LogPrinter printer, PrintWriter notes) {
        this.api = api;
        this.execution = execution;
        this.printer = printer;
        this.notes = notes;
    }

    /**
     * Prints the current logs, in the order of time.
     *
     * @param tail the number of last lines; null for all
     * @return whether the output is complete
     */
    boolean print(@Nullable Integer tail) throws InterruptedException {
        List<Said> lines = new ArrayList<>();
        Map<String, String> labels = startedRuns();
        boolean complete = true;
        for (Map.Entry<String, String> run : labels.entrySet()) {
            if (lines.size() >= MOST_LINES) {
                complete = false;
                break;
            }
            String label = labels.size() == 1 ? "" : run.getValue();
            new RunLog(api, run.getKey()).read(null, line -> lines.add(new Said(run.getKey(), label, line)));
        }
        lines.sort(Comparator.comparing(said -> said.line.time()));
        int first = tail == null ? 0 : Math.max(0, lines.size() - tail);
        List<Said> shown = lines.subList(first, lines.size());
        printer.leaveRoom(shown.stream().map(Said::label).toList());
        shown.forEach(said -> printer.print(said.run, said.label, said.line));
        return complete;
    }

    /** Follows the logs until the execution has ended. Returns its final status. */
    String follow() throws InterruptedException {
        return follow(Instant.MAX);
    }

    /** Follows the logs until an instant at most; returns an empty text if that came first. */
    String follow(Instant end) throws InterruptedException {
        ExecutorService followers = Executors.newFixedThreadPool(MOST_AT_A_TIME, task -> {
            Thread thread = new Thread(task, "baton-log");
            thread.setDaemon(true);
            return thread;
        });
        ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        Set<String> followed = new HashSet<>();
        Instant began = Clock.systemUTC().instant();
        boolean noted = false;
        try {
            while (Clock.systemUTC().instant().isBefore(end)) {
                // Queried before the runs are listed, so that the last listing contains every run.
                JsonNode now = api.get("/executions/" + execution, Query.of("wait", "1s"));
                boolean single = now.path("runs").path("total").asInt(0) == 1;
                Map<String, String> started = startedRuns();
                if (started.size() > 1) {
                    printer.leaveRoom(started.values());
                }
                for (Map.Entry<String, String> run : started.entrySet()) {
                    if (followed.add(run.getKey())) {
                        String label = single && started.size() == 1 ? "" : run.getValue();
                        followers.execute(() -> follow(run.getKey(), label, failures));
                    }
                }
                if (followed.isEmpty() && !noted && Clock.systemUTC().instant().isAfter(began.plus(PATIENCE))) {
                    notes.println("Nothing has started yet. 'baton explain " + execution + "' says why.");
                    notes.flush();
                    noted = true;
                }
                if (isOver(text(now, "status"))) {
                    finish(followers, failures);
                    return text(now, "status");
                }
            }
            return "";
        } finally {
            followers.shutdownNow();
        }
    }

    private static void finish(ExecutorService followers, ConcurrentLinkedQueue<RuntimeException> failures)
            throws InterruptedException {
        followers.shutdown();
        if (!followers.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new CommandFailedException("the logs of some runs could not be read to their ends.");
        }
        RuntimeException failure = failures.poll();
        if (failure != null) {
            throw failure;
        }
    }

    static boolean isOver(String status) {
        return !status.equals("running") && !status.equals("held");
    }

    private void follow(String run, String label, ConcurrentLinkedQueue<RuntimeException> failures) {
        try {
            new RunLog(api, run).follow(line -> printer.print(run, label, line));
        } catch (CommandFailedException e) {
            failures.add(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The runs that have begun, the oldest first, each with its label. */
    private Map<String, String> startedRuns() throws InterruptedException {
        Map<String, String> found = new LinkedHashMap<>();
        collect(Query.of("execution", execution), "", 0, found);
        return found;
    }

    private void collect(Query query, String prefix, int depth, Map<String, String> found) throws InterruptedException {
        List<JsonNode> runs = new ArrayList<>(api.list("/runs", query, MOST_RUNS));
        Collections.reverse(runs);
        for (JsonNode run : runs) {
            if (run.path("attempt").asInt(0) == 0 || found.size() >= MOST_RUNS) {
                continue;
            }
            JsonNode item = run.path("item");
            String step = item.isMissingNode() || item.isNull() ? Lookup.stepOf(run) : item.asString(item.toString());
            String label = prefix + step;
            found.put(text(run, "id"), label);
            if (depth < DEEPEST && text(run, "role").equals("parent")) {
                collect(Query.of("parent_run_id", text(run, "id")), label + "/", depth + 1, found);
            }
        }
    }
}
