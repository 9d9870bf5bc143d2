package dev.baton.cli;

import dev.baton.cli.client.Api;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Gives the demo a history: its first start backfills the fires of the last hour. */
final class DemoHistory {

    private static final Duration PAST = Duration.ofMinutes(44);
    private static final int AT_A_TIME = 50;

    private DemoHistory() {}

    /** Starts the backfill; the executions run while the server runs. */
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
