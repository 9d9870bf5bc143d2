package dev.baton.cli;

import dev.baton.cli.client.Api;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Gives the demo a past: fires of the last hour are made up for at its very first start, so that there is a history. */
final class DemoHistory {

    private static final Duration PAST = Duration.ofMinutes(44);
    private static final int AT_A_TIME = 50;

    private DemoHistory() {}

    /** Starts it; the executions run while the server does. */
    static void make(URI server, String token, Clock clock) throws InterruptedException {
        Instant now = clock.instant();
        new Api(server, token)
                .post(
                        "/workflows/etl/backfill",
                        Map.of(
                                "from",
                                now.minus(PAST).toString(),
                                "to",
                                now.toString(),
                                "concurrency",
                                AT_A_TIME,
                                "id",
                                "demo-history"));
    }
}
