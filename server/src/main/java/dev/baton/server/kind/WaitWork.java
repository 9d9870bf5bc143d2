package dev.baton.server.kind;

import dev.baton.Deferred;
import dev.baton.server.resolve.Origin;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Table;
import dev.baton.server.spec.document.Types;
import dev.baton.server.wait.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Waits, as long as the policy's time limit allows.
 *
 * @param goal the condition to wait for
 * @param every how often to check the condition, if it needs checking
 */
public record WaitWork(Goal goal, Duration every) implements WorkSpec {

    /** The default interval of checks. */
    public static final Duration DEFAULT_EVERY = Duration.ofSeconds(10);

    /** A wait that is over at once. */
    static final WaitWork NOT_AT_ALL = new WaitWork(new For(Duration.ZERO), DEFAULT_EVERY);

    private static final Key<Duration> FOR =
            Key.of("for", Types.POSITIVE_DURATION, "How long to wait.").alias("for_sec", Types.SECONDS);
    private static final Key<Instant> UNTIL = Key.of("until", Types.INSTANT, "The instant to wait for.");
    private static final Key<String> FILE = Key.of("file", Types.NON_EMPTY, "The file to wait for.");
    private static final Key<Duration> EVERY = Key.of(
                    "every", Types.POSITIVE_DURATION, "How often to look for the file or the address.")
            .alias("every_sec", Types.SECONDS)
            .otherwise(DEFAULT_EVERY);

    private static final List<Key<?>> GOALS = List.of(FOR, UNTIL, FILE, HttpWork.URL);

    static final Kind KIND =
            Kind.withoutCommand("wait", List.of(FOR, UNTIL, FILE, HttpWork.URL, EVERY), WaitWork::read);

    /** The condition to wait for. */
    public sealed interface Goal {

        /** Writes the goal's key. */
        void write(Out out);

        /** Creates the body that waits. */
        Deferred body(Waits waits, Duration every, Origin origin);

        /** The length of the wait from an instant on, if it is known beforehand. */
        default Duration length(Instant now) {
            return Duration.ZERO;
        }

        /** The references of the goal. */
        default List<Reference> references() {
            return List.of();
        }
    }

    /**
     * Waits until a time has passed.
     *
     * @param duration the time
     */
    public record For(Duration duration) implements Goal {

        @Override
        public void write(Out out) {
            out.put(FOR, duration);
        }

        @Override
        public Deferred body(Waits waits, Duration every, Origin origin) {
            return waits.forTime(duration);
        }

        @Override
        public Duration length(Instant now) {
            return duration;
        }
    }

    /**
     * Waits until an instant.
     *
     * @param instant the instant
     */
    public record Until(Instant instant) implements Goal {

        @Override
        public void write(Out out) {
            out.put(UNTIL, instant);
        }

        @Override
        public Deferred body(Waits waits, Duration every, Origin origin) {
            return waits.until(instant);
        }

        @Override
        public Duration length(Instant now) {
            return instant.isAfter(now) ? Duration.between(now, instant) : Duration.ZERO;
        }
    }

    /**
     * Waits until a file exists.
     *
     * @param path the path of the file
     */
    public record ForFile(String path) implements Goal {

        @Override
        public void write(Out out) {
            out.put(FILE, path);
        }

        @Override
        public Deferred body(Waits waits, Duration every, Origin origin) {
            return waits.forFile(Path.of(path), every, origin);
        }

        @Override
        public List<Reference> references() {
            return List.of(new Reference(Reference.Type.FILE, path, FILE));
        }
    }

    /**
     * Waits until an address answers with a status from 200 to 299.
     *
     * @param url the address
     */
    public record ForUrl(String url) implements Goal {

        @Override
        public void write(Out out) {
            out.put(HttpWork.URL, url);
        }

        @Override
        public Deferred body(Waits waits, Duration every, Origin origin) {
            return waits.forUrl(url, every);
        }

        @Override
        public List<Reference> references() {
            return List.of(new Reference(Reference.Type.ADDRESS, url, HttpWork.URL));
        }
    }

    private static WaitWork read(Table table) {
        long given = GOALS.stream().filter(table::has).count();
        if (given != 1) {
            table.problem(
                    "a wait is for one of \"for\", \"until\", \"file\" and \"url\", not for "
                            + (given == 0 ? "none." : given + "."),
                    "");
        }
        return new WaitWork(goal(table), table.get(EVERY));
    }

    private static Goal goal(Table table) {
        Duration duration = table.find(FOR);
        Instant instant = table.find(UNTIL);
        String file = table.find(FILE);
        String url = table.find(HttpWork.URL);
        if (instant != null) {
            return new Until(instant);
        }
        if (file != null) {
            return new ForFile(file);
        }
        return url != null ? new ForUrl(url) : new For(duration == null ? Duration.ZERO : duration);
    }

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        goal.write(out);
        out.put(EVERY, every);
    }

    @Override
    public List<Reference> references() {
        return goal.references();
    }

    @Override
    public Made make(Setting setting) {
        return setting.withoutWorker(setting.parts().waiting(this, setting.origin()));
    }
}
