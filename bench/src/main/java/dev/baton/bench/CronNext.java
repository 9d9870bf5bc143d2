package dev.baton.bench;

import dev.baton.bench.peer.CronLibraries;
import dev.baton.schedule.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The next fire of a cron spec, and the one after that, and so on. */
final class CronNext implements Part {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private record Case(String spec, String quartz, String zone, int inARow) {}

    /** How many in a row: within the years that all libraries look ahead. */
    private static final List<Case> CASES = List.of(
            new Case("*/5 * * * *", "0 0/5 * * * ?", "UTC", 1_000),
            new Case("0 2 * * *", "0 0 2 * * ?", "Europe/Berlin", 1_000),
            new Case("0 9 * * MON-FRI", "0 0 9 ? * MON-FRI", "America/New_York", 1_000),
            new Case("0 0 29 2 *", "0 0 0 29 2 ?", "UTC", 10));

    @Override
    public char letter() {
        return 'a';
    }

    @Override
    public void measure(Table table, Effort effort) throws Exception {
        for (Case cron : CASES) {
            ZoneId zone = ZoneId.of(cron.zone);
            Schedule schedule = Schedule.parse("TZ=" + cron.zone + " " + cron.spec);
            Map<String, Contender> contenders = new LinkedHashMap<>();
            add(contenders, "Baton", instant -> schedule.next(instant).orElseThrow(), cron, effort.of(1_000_000));
            add(contenders, "Spring", CronLibraries.spring(cron.spec, zone), cron, effort.of(200_000));
            add(contenders, "Quartz", CronLibraries.quartz(cron.quartz, zone), cron, effort.of(100_000));
            add(contenders, "cron-utils", CronLibraries.cronUtils(cron.spec, zone), cron, effort.of(20_000));
            table.add(
                    "a. next of " + cron.spec + " " + cron.zone,
                    Unit.NANOSECONDS,
                    effort.rounds().alternate(contenders));
        }
    }

    private static void add(
            Map<String, Contender> contenders, String name, UnaryOperator<Instant> next, Case cron, int calls) {
        contenders.put(name, () -> {
            long start = System.nanoTime();
            Instant instant = START;
            for (int i = 0; i < calls; i++) {
                instant = next.apply(i % cron.inARow == 0 ? START : instant);
            }
            if (!instant.isAfter(START)) {
                throw new IllegalStateException(name + " does not go on");
            }
            return 1e9 / Rate.perSecond(calls, start);
        });
    }
}
