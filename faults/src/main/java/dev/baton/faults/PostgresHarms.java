package dev.baton.faults;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What can happen to nodes that share a PostgreSQL, and to the PostgreSQL. */
final class PostgresHarms {

    private static final Duration LONGEST_WAIT_FOR_HALT = Duration.ofSeconds(6);

    private final Cluster cluster;
    private final PostgresDatabase database;
    private final Chronicle chronicle;
    private final NodeHarms nodes;
    private final Random random;

    PostgresHarms(Cluster cluster, PostgresDatabase database, Chronicle chronicle, Random random) {
        this.cluster = cluster;
        this.database = database;
        this.chronicle = chronicle;
        this.nodes = new NodeHarms(cluster, random);
        this.random = random;
    }

    List<Harm> all() {
        return List.of(
                new Harm("cut of a connection", 10, () -> database.cut("node%", 1)),
                new Harm("cut of a node", 8, () -> database.cut(nodes.victim().name(), Integer.MAX_VALUE)),
                new Harm("cut of all", 8, () -> database.cut("%", Integer.MAX_VALUE)),
                new Harm("crash of the server", 8, this::crash),
                new Harm("halt " + HaltPoint.BEFORE_COMMIT, 6, () -> halt(HaltPoint.BEFORE_COMMIT, 60)),
                new Harm("halt " + HaltPoint.AFTER_COMMIT, 6, () -> halt(HaltPoint.AFTER_COMMIT, 60)),
                new Harm("halt " + HaltPoint.AFTER_CLAIM, 4, () -> halt(HaltPoint.AFTER_CLAIM, 10)),
                new Harm("halt " + HaltPoint.IN_RECOVERY, 4, this::haltInRecovery));
    }

    private void crash() throws InterruptedException {
        long from = Ledger.now();
        database.server().crash();
        nodes.pause(4_000);
        database.server().restart();
        // Who was silent for too long without being able to help it finds out within a lease.
        chronicle.trouble(Chronicle.ALL, from, Ledger.now() + cluster.lease().toNanos() / 500);
    }

    /** In the place of a node comes one that dies at a point, and then one that does not. */
    private void halt(String point, int mostPasses) throws InterruptedException {
        cluster.kill(nodes.victim());
        NodeProcess doomed =
                cluster.start(settings -> settings.haltingAt(point + ":" + (1 + random.nextInt(mostPasses))));
        end(doomed);
        cluster.start();
    }

    /** Two nodes die: one, and the one that is about to take over from it. */
    private void haltInRecovery() throws InterruptedException {
        NodeProcess victim = nodes.victim();
        NodeProcess doomed = cluster.start(settings -> settings.haltingAt(HaltPoint.IN_RECOVERY + ":1"));
        cluster.kill(victim);
        end(doomed);
        cluster.start();
    }

    private void end(NodeProcess doomed) throws InterruptedException {
        if (doomed.awaitExit(LONGEST_WAIT_FOR_HALT) && doomed.exitCode() == HaltPoint.EXIT_CODE) {
            chronicle.count("halted where it should");
        }
        cluster.kill(doomed);
    }
}
