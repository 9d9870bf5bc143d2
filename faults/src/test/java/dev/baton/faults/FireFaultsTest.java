package dev.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules on nodes with wrong clocks, and over a time without a node. */
@Tag("ci")
class FireFaultsTest {

    private static final long SECOND = 1_000_000;

    @RegisterExtension
    final Stage stage = Stage.onPostgres();

    @Test
    void a_wrong_clock_disturbs_neither_fires_nor_leases() throws Exception {
        List<NodeProcess> nodes = stage.cluster(Duration.ofSeconds(5))
                .startAll(List.of(
                        settings -> settings.withClock(Duration.ofMinutes(5)),
                        settings -> settings,
                        settings -> settings.withClock(Duration.ofMinutes(-5))));
        int before = stage.fires(Scenarios.TICK_ALL).size();

        stage.await(
                "it has fired for longer than a lease",
                () -> stage.fires(Scenarios.TICK_ALL).size() >= before + 6);

        assertEverySecond(stage.fires(Scenarios.TICK_ALL));
        assertThat(stage.fires(Scenarios.TICK_ALL).get(0).scheduled())
                .isBetween(Ledger.now() - 60 * SECOND, Ledger.now());
        for (NodeProcess node : nodes) {
            assertThat(node.log().fencedAt()).isEmpty();
        }
    }

    @Test
    @Tag("long")
    void fires_of_seconds_without_a_node_are_late_and_not_missed_whatever_their_policy() throws Exception {
        NodeProcess first = stage.cluster().start();
        stage.await("it fires", () -> stage.fires(Scenarios.TICK_SKIP).size() > 1);
        stage.cluster().kill(first);
        long from = Ledger.now();
        stage.await("some fires are late", () -> Ledger.now() > from + 4 * SECOND);
        long until = Ledger.now();
        stage.cluster().start();
        stage.await(
                "it fires again",
                () -> stage.fires(Scenarios.TICK_SKIP).stream().anyMatch(fire -> fire.scheduled() > until + SECOND));

        for (String tick : List.of(Scenarios.TICK_ALL, Scenarios.TICK_SKIP, Scenarios.TICK_ONCE)) {
            assertEverySecond(stage.fires(tick));
            assertThat(stage.fires(tick)).noneMatch(fire -> fire.trigger().equals("catch-up"));
        }
    }

    private static void assertEverySecond(List<Stage.Fire> fires) {
        long first = fires.get(0).scheduled();
        assertThat(fires)
                .extracting(Stage.Fire::scheduled)
                .containsExactlyElementsOf(LongStream.range(0, fires.size())
                        .mapToObj(second -> first + second * SECOND)
                        .toList());
    }
}
