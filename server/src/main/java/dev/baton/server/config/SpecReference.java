package dev.baton.server.config;

import dev.baton.server.spec.document.SectionReference;

/** The reference of every key of a configuration file. */
public final class SpecReference {

    private static final String HEAD = """
            # Configuration

            Every key of `baton.toml`. Durations are texts with units (`"90s"`, `"2h30m"`, `"250ms"`); names that end in
            `_sec` take a number of seconds.

            An environment variable stands above the file: `BATON`, then the key's whole path in capitals, joined by
            underscores. `BATON_SERVER_PORT` is `port` in `[server]`, `BATON_QUEUES_SLOW_LIMIT` is `limit` in
            `[queues.slow]`, `BATON_JOBS_NIGHTLY_SCHEDULE` is `schedule` of the job `nightly`. In names, what is neither
            letter nor digit becomes an underscore. Commas separate the elements of a list.

            In `[storage]`, `[datasources]`, `[notifications]`, `[secrets]` and `[worker]`, `${VARIABLE}` stands for a variable of the
            environment, and `${VARIABLE:-otherwise}` for it or else a text.
            """;

    private SpecReference() {}

    /** The whole page. */
    public static String markdown() {
        return HEAD + new SectionReference().add(RootKeys.SECTION);
    }
}
