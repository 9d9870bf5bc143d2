package dev.baton.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Harms nodes while they are kept busy, then heals everything, and checks what came of it. Every kind of harm is done at
 * least once, in random order; what comes after that is random as well.
 */
final class RandomRun {

    private static final int DRILLS_AT_A_TIME = 8;

    /** Far more than three nodes are ever behind with, unless the machine has no processor for them. */
    private static final int MOST_UNDER_WAY = 500;

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
                            bounded(new NodeLoad(cluster::ready, wanted, submissions, new Random(seed + 1))),
                            60,
                            seed);
                    LoadThread enqueueing = LoadThread.start(
                            bounded(new EnqueueLoad(database, wanted, submissions, new Random(seed + 2))), 200, seed);
                    DrillLoad drills = DrillLoad.start(
                            cluster::ready,
                            database,
                            directory,
                            submissions,
                            new DrillLoad.Choice(scenarios.names(), DRILLS_AT_A_TIME, seed + 3))) {
                harm(time);
                submitting.rest();
                enqueueing.rest();
                drills.rest();
                new Recovery(database, chronicle, submissions, drills).await(cluster::alive);
                excuseFenced();
                Evidence evidence =
                        Evidence.gather(scenarios, submissions, chronicle, drills.drills(), database, directory);
                // A pooler hands the connections of one node to another, with the names that tell them apart.
                boolean writersKnown = !(database instanceof PostgresDatabase postgres
                        && postgres.server() instanceof PostgresBehindPooler);
                List<NodeLog> logs =
                        cluster.all().stream().map(NodeProcess::log).toList();
                return Report.of(
                        evidence, checks(writersKnown), logs, "seed " + seed + ", " + logs.size() + " processes");
            }
        }
    }

    private LoadMaker bounded(LoadMaker maker) {
        return new BoundedLoad(maker, database, MOST_UNDER_WAY, Integer.MAX_VALUE);
    }

    private static List<Check> checks(boolean writersKnown) {
        if (writersKnown) {
            return Check.ALL;
        }
        System.out.println("NOT CHECKED behind a pooler: "
                + Check.BY_WRITER.stream().map(Class::getSimpleName).sorted().toList());
        return Check.ALL.stream()
                .filter(check -> !Check.BY_WRITER.contains(check.getClass()))
                .toList();
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
        new Harming(harms, random).goOnFor(time);
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
