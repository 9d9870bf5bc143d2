package dev.baton.faults;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Harms nodes while they are kept busy, then heals everything, and checks what came of it. Every kind of harm is done at
 * least once, in random order; what comes after that is random as well.
 */
final class RandomRun {

    private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(2);
    private static final int LONGEST_PAUSE_MILLIS = 1_000;
    private static final int MOST_TRIES = 5;

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

    /** Goes on for this long, or until every kind of harm was done, if that takes longer. */
    Report harmFor(Duration time) throws Exception {
        Trail.lay(database);
        try (cluster) {
            cluster.start(size);
            List<Scenario> wanted = scenarios.all().stream()
                    .filter(scenario -> !Scenarios.TICKS.contains(scenario.name()) && !Drills.isOne(scenario.name()))
                    .toList();
            try (LoadThread submitting = LoadThread.start(
                            new NodeLoad(cluster, wanted, submissions, new Random(seed + 1)), 60, seed);
                    LoadThread enqueueing = LoadThread.start(
                            new EnqueueLoad(database, wanted, submissions, new Random(seed + 2)), 200, seed);
                    DrillLoad drills = DrillLoad.start(cluster, database, directory, submissions, seed + 3)) {
                harm(time);
                submitting.rest();
                enqueueing.rest();
                drills.rest();
                recover(drills);
                excuseFenced();
                Evidence evidence =
                        Evidence.gather(scenarios, submissions, chronicle, drills.drills(), database, directory);
                // A pooler hands the connections of one node to another, with the names that tell them apart.
                boolean writersKnown = !(database instanceof PostgresDatabase postgres
                        && postgres.server() instanceof PostgresBehindPooler);
                return Report.of(evidence, cluster.all(), writersKnown, seed);
            }
        }
    }

    private void harm(Duration time) throws Exception {
        List<Harm> harms = new ArrayList<>(new NodeHarms(cluster, random).all());
        if (database instanceof PostgresDatabase postgres) {
            PostgresHarms more = new PostgresHarms(cluster, postgres, chronicle, random);
            harms.addAll(more.all());
            if (time.isZero()) {
                System.out.println("SKIPPED: an outage of a minute; only a run of some minutes has the time");
            } else {
                harms.addAll(more.lengthy());
            }
        }
        long end = System.nanoTime() + time.toNanos();
        Collections.shuffle(harms, random);
        for (Harm harm : harms) {
            inflictSurely(harm);
        }
        int weights = harms.stream().mapToInt(Harm::weight).sum();
        while (System.nanoTime() < end) {
            inflict(choose(harms, random.nextInt(weights)));
        }
    }

    private void inflictSurely(Harm harm) throws Exception {
        for (int tries = 1; !inflict(harm); tries++) {
            if (tries == MOST_TRIES) {
                throw new AssertionError(harm.name() + " did not come about in " + tries + " tries");
            }
        }
    }

    private boolean inflict(Harm harm) throws Exception {
        Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
        return harm.action().inflict();
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
    private void recover(DrillLoad drills) throws InterruptedException, SQLException {
        Await.until(
                "everything that was asked for is accepted",
                LONGEST_RECOVERY,
                () -> submissions.open().isEmpty());
        try {
            Await.until("every command was obeyed", LONGEST_RECOVERY, drills::isOver);
        } catch (AssertionError e) {
            throw new AssertionError(
                    "not over: " + drills.open() + "\n" + String.join("\n", Recorded.active(database)), e);
        }
        chronicle.pauses();
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
                    chronicle.foundSlow();
                }
                chronicle.trouble(node.name(), fenced - 2 * lease, fenced + lease);
            }
        }
    }
}
