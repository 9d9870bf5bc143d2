package dev.baton.faults;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Harms nodes at random while they are kept busy, then heals everything, and checks what came of it. */
final class RandomRun {

    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(60);

    private final Path directory;
    private final Database database;
    private final Cluster cluster;
    private final int size;
    private final long seed;
    private final Random random;
    private final Chronicle chronicle = new Chronicle();
    private final Submissions submissions = new Submissions();
    private final Scenarios scenarios = Scenarios.standard();

    /**
     * A run that has not begun.
     *
     * @param size how many nodes
     * @param lease of each
     */
    RandomRun(Path directory, Database database, int size, Duration lease, long seed) {
        this.directory = directory;
        this.database = database;
        this.size = size;
        this.seed = seed;
        this.random = new Random(seed);
        this.cluster = new Cluster(directory, database, lease, chronicle);
    }

    /** Goes on for this long, not counting how long it takes to recover. */
    Report harmFor(Duration time) throws Exception {
        try (cluster) {
            for (int i = 0; i < size; i++) {
                cluster.start();
            }
            List<Scenario> wanted = scenarios.all().stream()
                    .filter(scenario -> !Scenarios.TICKS.contains(scenario.name())
                            && !scenario.name().equals(Scenarios.SLOW))
                    .toList();
            try (LoadThread submitting = LoadThread.start(
                            new NodeLoad(cluster, wanted, submissions, new Random(seed + 1)), 60, seed);
                    LoadThread enqueueing = LoadThread.start(
                            new EnqueueLoad(database, wanted, submissions, new Random(seed + 2)), 200, seed)) {
                harm(time);
                submitting.rest();
                enqueueing.rest();
                recover();
            }
            excuseFenced();
            return Report.of(
                    Evidence.gather(scenarios, submissions, chronicle, database, directory), cluster.all(), seed);
        }
    }

    private void harm(Duration time) throws Exception {
        List<Harm> harms = new ArrayList<>(new NodeHarms(cluster, random).all());
        if (database instanceof PostgresDatabase postgres) {
            harms.addAll(new PostgresHarms(cluster, postgres, chronicle, random).all());
        }
        int weights = harms.stream().mapToInt(Harm::weight).sum();
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.sleep(random.nextInt(1_500));
            Harm harm = choose(harms, random.nextInt(weights));
            harm.action().inflict();
            chronicle.count(harm.name());
        }
    }

    private static Harm choose(List<Harm> harms, int number) {
        int left = number;
        for (Harm harm : harms) {
            left -= harm.weight();
            if (left < 0) {
                return harm;
            }
        }
        throw new IllegalStateException("a number beyond all weights");
    }

    /** Waits until all that was asked for is accepted and has ended. */
    private void recover() throws InterruptedException, SQLException {
        Await.until(
                "everything that was asked for is accepted",
                LONGEST_RECOVERY,
                () -> submissions.open().isEmpty());
        for (String tick : Scenarios.TICKS) {
            Await.until(tick + " is paused", LONGEST_RECOVERY, () -> {
                cluster.alive().get(0).ask("pause " + tick).get();
                return true;
            });
        }
        try {
            Await.until(
                    "no execution is active",
                    LONGEST_RECOVERY,
                    () -> Recorded.active(database).isEmpty());
        } catch (AssertionError e) {
            throw new AssertionError("still active:\n" + String.join("\n", Recorded.active(database)), e);
        }
    }

    /** A node that was declared dead without being harmed was too slow: what others did meanwhile was right. */
    private void excuseFenced() {
        long lease = cluster.lease().toNanos() / 1_000;
        for (NodeProcess node : cluster.all()) {
            for (long fenced : node.log().fencedAt()) {
                if (!chronicle.isTroubled(node.name(), fenced, fenced)) {
                    chronicle.count("declared dead for no reason");
                }
                chronicle.trouble(node.name(), fenced - 2 * lease, fenced + lease);
            }
        }
    }
}
