package dev.baton.faults;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** The faults of nodes that share a PostgreSQL, and of the PostgreSQL. */
final class PostgresHarms {

    private static final Duration LONGEST_WAIT_FOR_HALT = Duration.ofSeconds(10);

    private static final Duration OUTAGE = Duration.ofMinutes(1);

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
                new Harm("cut of a connection", 10, () -> cut("node%", 1)),
                new Harm("cut of a node", 8, () -> cut(nodes.victim().name(), Integer.MAX_VALUE)),
                new Harm("cut of all", 8, () -> cut("%", Integer.MAX_VALUE)),
                new Harm("crash of the server", 8, this::crash),
                new Harm("halt before a commit", 6, () -> halt(HaltPoint.BEFORE_COMMIT, 30, Fault.HALT_BEFORE_COMMIT)),
                new Harm("halt after a commit", 6, () -> halt(HaltPoint.AFTER_COMMIT, 30, Fault.HALT_AFTER_COMMIT)),
                new Harm("halt after a claim", 6, () -> halt(HaltPoint.AFTER_CLAIM, 5, Fault.HALT_AFTER_CLAIM)),
                new Harm("halt in a recovery", 6, this::haltInRecovery));
    }

    /** The faults that only a long run has the time for. */
    List<Harm> lengthy() {
        return List.of(new Harm("outage of a minute", 2, () -> crash(OUTAGE)));
    }

    private boolean cut(String node, int most) throws SQLException {
        int cut = database.cut(node, most);
        chronicle.tell(cut + " connections of " + node + " are cut");
        chronicle.terminated(cut);
        chronicle.did(Fault.CUT);
        return true;
    }

    private boolean crash() throws InterruptedException {
        return crash(Duration.ofMillis(random.nextInt(4_000)));
    }

    private boolean crash(Duration outage) throws InterruptedException {
        long from = Ledger.now();
        chronicle.did(Fault.CRASH);
        chronicle.tell("the database crashes");
        database.server().crash();
        Thread.sleep(outage.toMillis());
        database.server().restart();
        chronicle.tell("the database is back");
        // Who was silent for too long without being able to help it finds out within a lease.
        chronicle.trouble(Chronicle.ALL, from, Ledger.now() + cluster.lease().toNanos() / 500);
        return true;
    }

    /** In the place of a node comes one that dies at a point, and then one that does not. */
    private boolean halt(String point, int mostPasses, Fault fault) throws InterruptedException {
        cluster.kill(nodes.victim());
        NodeProcess doomed =
                cluster.start(settings -> settings.haltingAt(point + ":" + (1 + random.nextInt(mostPasses))));
        boolean halted = awaitHalt(doomed, fault);
        cluster.start();
        return halted;
    }

    /** All nodes die, and the one that is about to take over from them. */
    private boolean haltInRecovery() throws InterruptedException {
        List<NodeProcess> victims = cluster.alive();
        NodeProcess doomed = cluster.start(settings -> settings.haltingAt(HaltPoint.IN_RECOVERY + ":1"));
        for (NodeProcess victim : victims) {
            cluster.kill(victim);
        }
        boolean halted = awaitHalt(doomed, Fault.HALT_IN_RECOVERY);
        cluster.start(victims.size());
        return halted;
    }

    private boolean awaitHalt(NodeProcess doomed, Fault fault) throws InterruptedException {
        boolean halted = cluster.awaitHalt(doomed, LONGEST_WAIT_FOR_HALT);
        if (halted) {
            chronicle.did(fault);
        }
        return halted;
    }
}
