package dev.baton.server.config;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Section;
import dev.baton.server.spec.document.SectionReference;
import java.util.List;
import java.util.Objects;

/** The reference of every key of a configuration file. */
public final class SpecReference {

    private static final String HEAD = """
            # Configuration

            Every key of `baton.toml`. A duration is a text with units (`"90s"`, `"2h30m"`, `"250ms"`); a key whose name ends
            in `_sec` takes a number of seconds.

            An environment variable overrides a key. Its name is `BATON` and the key's path in capitals, joined by
            underscores: `BATON_SERVER_PORT` is `port` in `[server]`, `BATON_QUEUES_SLOW_LIMIT` is `limit` in
            `[queues.slow]`, `BATON_JOBS_NIGHTLY_SCHEDULE` is `schedule` of the job `nightly`. Characters of a name that
            are neither letters nor digits become underscores. Commas separate the elements of a list.

            In `[storage]`, `[datasources]`, `[notifications]`, `[secrets]` and `[worker]`, `${VARIABLE}` is replaced by an
            environment variable, and `${VARIABLE:-text}` by the variable or, if it is not set, the text.
            """;

    /** The keys that nearly every file has, by their path. */
    private static final List<String> FIRST = List.of(
            "jobs.schedule",
            "jobs.timezone",
            "jobs.command",
            "workflows.steps.after",
            "jobs.retry",
            "jobs.timeout",
            "jobs.overlap",
            "jobs.notify",
            "server.host",
            "storage.url");

    private SpecReference() {}

    /** The whole page. */
    public static String markdown() {
        return HEAD + first() + new SectionReference().add(RootKeys.SECTION);
    }

    private static String first() {
        StringBuilder table =
                new StringBuilder("\n## The ten keys that matter first\n\n| key | in | |\n| --- | --- | --- |\n");
        for (String path : FIRST) {
            Section section = RootKeys.SECTION;
            String[] names = path.split("\\.", -1);
            for (int i = 0; i < names.length - 1; i++) {
                section = key(section, names[i]).type().nested().orElseThrow().section();
            }
            Key<?> key = key(section, names[names.length - 1]);
            table.append("| `")
                    .append(key.name())
                    .append("` | `")
                    .append(section.title())
                    .append("` | ");
            table.append(key.description().replace("|", "\\|")).append(" |\n");
        }
        return table.toString();
    }

    private static Key<?> key(Section section, String name) {
        return Objects.requireNonNull(section.find(name), name);
    }
}
