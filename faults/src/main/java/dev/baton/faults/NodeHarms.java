package dev.baton.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The faults of nodes on any database. */
final class NodeHarms {

    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final Random random;

    NodeHarms(Cluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    List<Harm> all() {
        return List.of(
                new Harm("kill", 30, this::kill),
                new Harm("kill of all", 5, this::killAll),
                new Harm("freeze", 12, this::freeze),
                new Harm("clean stop", 10, this::stop));
    }

    private boolean kill() throws InterruptedException {
        cluster.kill(victim());
        pause(1_000);
        cluster.start();
        return true;
    }

    private boolean killAll() throws InterruptedException {
        List<NodeProcess> victims = new ArrayList<>(cluster.alive());
        for (NodeProcess victim : victims) {
            cluster.kill(victim);
        }
        pause(3_000);
        cluster.start(victims.size());
        return true;
    }

    /** For longer than the lease, most of the time. */
    private boolean freeze() throws InterruptedException {
        long lease = cluster.lease().toMillis();
        cluster.freeze(victim(), Duration.ofMillis(lease / 2 + random.nextInt((int) lease * 3 / 2)));
        return true;
    }

    private boolean stop() throws InterruptedException {
        cluster.stop(victim(), LONGEST_STOP);
        pause(1_000);
        cluster.start();
        return true;
    }

    NodeProcess victim() {
        List<NodeProcess> alive = cluster.alive();
        return alive.get(random.nextInt(alive.size()));
    }

    void pause(int mostMillis) throws InterruptedException {
        Thread.sleep(random.nextInt(mostMillis));
    }
}
