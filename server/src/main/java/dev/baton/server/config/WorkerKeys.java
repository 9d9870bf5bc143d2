package dev.baton.server.config;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of {@code [worker]}. */
final class WorkerKeys {

    private static final int MEGABYTE = 1024 * 1024;

    private static final Key<Boolean> ENABLED = Key.of(
                    "enabled", Types.FLAG, "Whether the server executes runs itself.")
            .otherwise(true);
    private static final Key<Integer> CAPACITY = Key.of(
                    "capacity", Types.integer(1, 100_000), "How many runs it executes at a time.")
            .otherwise(16);
    private static final Key<List<String>> QUEUES = Key.of(
                    "queues", Types.oneOrMore(Types.NAME), "The queues it serves; all when left out.")
            .otherwise(List.of());
    private static final Key<List<String>> LABELS = Key.of(
                    "labels", Types.oneOrMore(Types.NAME), "The labels that it offers.")
            .otherwise(List.of());
    private static final Key<List<String>> CLAUDE = Key.of(
                    "claude", Types.oneOrMore(Types.NON_EMPTY), "The program that receives prompts, and its arguments.")
            .otherwise(List.of("claude", "-p"));
    private static final Key<Map<String, String>> ENVIRONMENT = Key.of(
                    "environment",
                    Types.map(Types.TEXT),
                    "Environment variables of every command, besides ordinary ones such as PATH and HOME; `${VARIABLE}`"
                            + " passes on a variable of the server.")
            .otherwise(Map.of());
    private static final Key<String> USER = Key.of(
            "user",
            Types.NON_EMPTY,
            "The user that runs commands, who cannot read the server's files; requires a server that runs as root. The"
                    + " server's user when left out.");
    private static final Key<String> ON_STOP = Key.of(
                    "on_stop",
                    Types.choice(List.of("stop", "leave"), word -> word),
                    "What to do with commands that are running when the server stops: `stop` waits for `shutdown_grace` and stops"
                            + " them; `leave` lets them go on, and the next server on this host adopts them.")
            .otherwise("stop");
    private static final Key<Duration> SHUTDOWN_GRACE = Key.of(
                    "shutdown_grace", Types.DURATION, "How long running work may go on when the server stops.")
            .alias("shutdown_grace_sec", Types.SECONDS)
            .otherwise(Duration.ofSeconds(30));
    private static final Key<Integer> MAX_LOG_BYTES = Key.of(
                    "max_log_bytes", Types.integer(1024, Integer.MAX_VALUE), "The longest log of a run; more is cut.")
            .otherwise(100 * MEGABYTE);
    private static final Key<Integer> MAX_OUTPUT_BYTES = Key.of(
                    "max_output_bytes",
                    Types.integer(1024, Integer.MAX_VALUE),
                    "The longest output of a run; more is a failure.")
            .otherwise(MEGABYTE);

    static final Section SECTION = new Section(
            "[worker]",
            "The worker inside the server.",
            List.of(
                    ENABLED,
                    CAPACITY,
                    QUEUES,
                    LABELS,
                    CLAUDE,
                    ENVIRONMENT,
                    USER,
                    ON_STOP,
                    SHUTDOWN_GRACE,
                    MAX_LOG_BYTES,
                    MAX_OUTPUT_BYTES));

    private WorkerKeys() {}

    static WorkerSettings read(Table table) {
        return new WorkerSettings(
                table.get(ENABLED),
                table.get(CAPACITY),
                List.copyOf(table.get(QUEUES)),
                List.copyOf(table.get(LABELS)),
                new WorkerSettings.Commands(
                        List.copyOf(table.get(CLAUDE)),
                        Map.copyOf(table.get(ENVIRONMENT)),
                        table.find(USER),
                        table.get(ON_STOP).equals("leave")),
                new WorkerSettings.Limits(
                        table.get(SHUTDOWN_GRACE), table.get(MAX_LOG_BYTES), table.get(MAX_OUTPUT_BYTES)));
    }
}
