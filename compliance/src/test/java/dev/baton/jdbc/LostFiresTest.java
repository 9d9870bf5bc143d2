package dev.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Job;
import dev.baton.schedule.MissedFires;
import dev.baton.spi.FencedException;
import dev.baton.spi.Store;
import dev.baton.test.BatonTest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fires that a node had handed over when it was declared dead are not lost, whatever fired next. */
final class LostFiresTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private int toRefuse;

    /** A store for which this node is dead whenever it records a fire, as often as the test wants. */
    private Store refusing(Store store) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && toRefuse > 0 && isFire((Store.Commit) arguments[0])) {
                        toRefuse--;
                        throw new FencedException("declared dead for the test");
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean isFire(Store.Commit commit) {
        return commit.created().stream().anyMatch(creation -> creation.fire() != null);
    }

    private List<Instant> firesWith(MissedFires missed) {
        List<Instant> fires = new ArrayList<>();
        try (BatonTest baton = BatonTest.startingAt(
                START.toString(),
                builder -> builder.store(refusing(Stores.sqlite(folder.resolve("baton.db"))))
                        .lease(Duration.ofDays(1)))) {
            baton.add(Job.named("tick")
                    .cron("* * * * * *")
                    .missedFires(missed)
                    .run(context -> fires.add(context.scheduledTime())));
            baton.advance(Duration.ofSeconds(2));
            toRefuse = 3;
            baton.advance(Duration.ofSeconds(8));
        }
        return fires;
    }

    private static List<Instant> everySecond() {
        return LongStream.rangeClosed(1, 10).mapToObj(START::plusSeconds).toList();
    }

    @Test
    void fires_that_were_not_recorded_are_made_up_in_order() {
        assertThat(firesWith(MissedFires.runAll())).isEqualTo(everySecond());
    }

    @Test
    void fires_that_are_late_by_seconds_are_not_missed() {
        assertThat(firesWith(MissedFires.skip())).isEqualTo(everySecond());
    }
}
