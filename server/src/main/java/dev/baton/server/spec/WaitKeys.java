package dev.baton.server.spec;

import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The keys of a wait. Its address is the {@code url} of commands. */
final class WaitKeys {

    static final Key<Duration> FOR = Key.of("for", Types.POSITIVE_DURATION, "How long to wait.")
            .alias("for_sec", Types.SECONDS)
            .of("wait");
    static final Key<Instant> UNTIL =
            Key.of("until", Types.INSTANT, "The instant to wait for.").of("wait");
    static final Key<String> FILE =
            Key.of("file", Types.NON_EMPTY, "The file to wait for.").of("wait");
    static final Key<Duration> EVERY = Key.of(
                    "every", Types.POSITIVE_DURATION, "How often to look for the file or the address.")
            .alias("every_sec", Types.SECONDS)
            .of("wait")
            .otherwise(WaitWork.DEFAULT_EVERY);

    static final List<Key<?>> ALL = List.of(FOR, UNTIL, FILE, EVERY);

    private static final List<Key<?>> GOALS = List.of(FOR, UNTIL, FILE, CommandKeys.URL);

    private WaitKeys() {}

    static WaitWork read(Table table) {
        long given = GOALS.stream().filter(table::has).count();
        if (given != 1) {
            table.problem(
                    "a wait is for one of \"for\", \"until\", \"file\" and \"url\", not for "
                            + (given == 0 ? "none." : given + "."),
                    "");
        }
        return new WaitWork(goal(table), table.get(EVERY));
    }

    private static WaitWork.Goal goal(Table table) {
        Duration duration = table.find(FOR);
        Instant instant = table.find(UNTIL);
        String file = table.find(FILE);
        String url = table.find(CommandKeys.URL);
        if (instant != null) {
            return new WaitWork.Until(instant);
        }
        if (file != null) {
            return new WaitWork.ForFile(file);
        }
        return url != null ? new WaitWork.ForUrl(url) : new WaitWork.For(duration == null ? Duration.ZERO : duration);
    }

    static void write(WaitWork work, Out out) {
        if (work.goal() instanceof WaitWork.For time) {
            out.put(FOR, time.duration());
        } else if (work.goal() instanceof WaitWork.Until until) {
            out.put(UNTIL, until.instant());
        } else if (work.goal() instanceof WaitWork.ForFile file) {
            out.put(FILE, file.path());
        } else if (work.goal() instanceof WaitWork.ForUrl url) {
            out.put(CommandKeys.URL, url.url());
        }
        out.put(EVERY, work.every());
    }
}
