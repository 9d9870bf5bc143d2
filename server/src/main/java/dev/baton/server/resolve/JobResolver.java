package dev.baton.server.resolve;

import dev.baton.RunId;
import dev.baton.RunStatus;
import dev.baton.jdbc.History;
import dev.baton.jdbc.HistoryRun;
import dev.baton.server.log.LogLine;
import dev.baton.server.log.LogPage;
import dev.baton.server.log.RunLogs;
import dev.baton.worker.Dispatch;
import dev.baton.worker.wire.JsonMappers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code job://name?output_as_lines}: the output of that job's latest successful run if it is a text or a list, and
 * otherwise its standard output.
 */
public final class JobResolver implements Resolver {

    private static final JsonMapper JSON = JsonMappers.plain();
    private static final String PREFIX = "job://";
    private static final String SUFFIX = "?output_as_lines";
    private static final Set<RunStatus> SUCCEEDED = Set.of(RunStatus.SUCCESS, RunStatus.PARTIAL);
    private static final int PAGE = 1 << 20;

    private final History history;
    private final RunLogs logs;

    /** Creates a resolver on the history and logs of runs. */
    public JobResolver(History history, RunLogs logs) {
        this.history = history;
        this.logs = logs;
    }

    @Override
    public Set<String> schemes() {
        return Set.of("job");
    }

    @Override
    public List<Object> resolve(String uri, ResolveContext context) throws ResolveException {
        if (!uri.endsWith(SUFFIX) || uri.length() == PREFIX.length() + SUFFIX.length()) {
            throw new ResolveException(
                    "\"%s\" does not name a job's output: write job://name%s".formatted(uri, SUFFIX));
        }
        String job = uri.substring(PREFIX.length(), uri.length() - SUFFIX.length());
        HistoryRun run = history.latest(job, SUCCEEDED, context.since())
                .orElseThrow(() -> new ResolveException(
                        "%s has not succeeded since %s: there are no lines to take".formatted(job, context.since())));
        Object output = run.output() == null ? null : JSON.readValue(run.output(), Object.class);
        if (output instanceof String text) {
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .limit(context.mostRead())
                    .map(Object.class::cast)
                    .toList();
        }
        if (output instanceof List<?> list) {
            return list.stream()
                    .filter(Objects::nonNull)
                    .limit(context.mostRead())
                    .map(Object.class::cast)
                    .toList();
        }
        return printed(run, context);
    }

    private List<Object> printed(HistoryRun run, ResolveContext context) throws ResolveException {
        RunId id = run.id();
        boolean isWhole = logs.summary(id).map(said -> said.dropped() == 0).orElse(false);
        if (!isWhole) {
            throw new ResolveException(
                    "the latest successful run of %s (%s) returned neither a text nor a list, and its log is not kept, or not as a whole"
                            .formatted(run.job(), id));
        }
        List<Object> items = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        LogPage page = logs.read(id, 0, PAGE);
        while (!page.lines().isEmpty() && !context.isEnough(items.size())) {
            for (LogLine part : page.lines()) {
                if (part.attempt() == run.attempt() && part.entry().stream() == Dispatch.Stream.STDOUT) {
                    line.append(part.entry().text());
                    if (!part.isContinued()) {
                        take(line, items, context);
                    }
                }
            }
            page = logs.read(id, page.next(), PAGE);
        }
        return items;
    }

    private static void take(StringBuilder line, List<Object> items, ResolveContext context) {
        String text = line.toString();
        line.setLength(0);
        if (!text.isBlank() && !context.isEnough(items.size())) {
            items.add(text);
        }
    }
}
