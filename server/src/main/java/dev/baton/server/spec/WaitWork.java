package dev.baton.server.spec;

import java.time.Duration;
import java.time.Instant;

/**
 * Waits, as long as the policy's time limit allows.
 *
 * @param goal what for
 * @param every how often to look, where there is something to look at
 */
public record WaitWork(Goal goal, Duration every) implements WorkSpec {

    /** How often to look when the file does not say. */
    public static final Duration DEFAULT_EVERY = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "wait";
    }

    /** What is waited for. */
    public sealed interface Goal {}

    /**
     * Until a time has passed.
     *
     * @param duration how long
     */
    public record For(Duration duration) implements Goal {}

    /**
     * Until an instant.
     *
     * @param instant which
     */
    public record Until(Instant instant) implements Goal {}

    /**
     * Until a file is there.
     *
     * @param path where
     */
    public record ForFile(String path) implements Goal {}

    /**
     * Until an address answers with a status from 200 to 299.
     *
     * @param url which
     */
    public record ForUrl(String url) implements Goal {}
}
