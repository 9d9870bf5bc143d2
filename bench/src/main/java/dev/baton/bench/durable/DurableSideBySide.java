package dev.baton.bench.durable;

import dev.baton.bench.Effort;
import dev.baton.bench.Progress;
import java.io.PrintStream;
import java.util.List;

/** Measures schedulers that keep their jobs in a database, on one PostgreSQL, and prints one table. */
public final class DurableSideBySide {

    /** The parts that there are. */
    public static final String LETTERS = "ghijkl";

    private static final List<DurableContender> CONTENDERS = List.of(
            BatonOnStore.postgres(),
            new DbSchedulerInPostgres(),
            new JobRunrInPostgres(),
            new QuartzInPostgres(),
            new RawPostgres(),
            BatonOnStore.sqlite(),
            new RawSqlite());

    private DurableSideBySide() {}

    /** Measures the parts with these letters. Starts no server if there are none. */
    public static void measure(String letters, Effort effort, PrintStream out) throws Exception {
        if (LETTERS.chars().noneMatch(letter -> letters.indexOf(letter) >= 0)) {
            return;
        }
        try (PostgresServer server = PostgresServer.start()) {
            Standings standings = new Standings();
            for (DurablePart part : parts(server)) {
                if (letters.indexOf(part.letter()) >= 0) {
                    Progress.say(part.letter() + ": " + part.getClass().getSimpleName());
                    part.measure(standings, effort);
                }
            }
            out.println();
            out.println(server.describe());
            out.println();
            out.print(standings);
        }
    }

    private static List<DurablePart> parts(PostgresServer server) {
        Drains drains = new Drains(server, CONTENDERS);
        return List.of(
                new IndependentJobs(drains),
                new IdleStart(server, CONTENDERS),
                new StartElsewhere(server),
                new CommitsPerJob(drains),
                new ProcessorTimes(drains),
                new FullTables(server, CONTENDERS),
                new WorkflowsOnStores(server));
    }
}
