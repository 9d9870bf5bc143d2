package dev.baton.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** The nodes on a database: so many places, in each of which one process after the other lives. Safe from any thread. */
final class Cluster implements AutoCloseable {

    private final Path directory;
    private final Database database;
    private final Duration lease;
    private final Chronicle chronicle;
    private final List<NodeProcess> all = new ArrayList<>();

    Cluster(Path directory, Database database, Duration lease, Chronicle chronicle) {
        this.directory = directory;
        this.database = database;
        this.lease = lease;
        this.chronicle = chronicle;
        chronicle.leases(lease);
    }

    Duration lease() {
        return lease;
    }

    /** Starts one more node, and waits until it is ready. */
    NodeProcess start() throws InterruptedException {
        NodeProcess node = launch(settings -> settings);
        awaitAlive(node);
        return node;
    }

    private void awaitAlive(NodeProcess node) throws InterruptedException {
        awaitReady(node);
        if (!node.isAlive()) {
            throw new AssertionError(
                    node.name() + " did not start:\n" + node.log().tail());
        }
    }

    private void awaitReady(NodeProcess node) throws InterruptedException {
        node.awaitReady();
        if (node.isAlive()) {
            chronicle.started(node.name());
            chronicle.tell(node.name() + " is there");
        }
    }

    /** Starts so many more at the same time, and waits until all are ready. */
    List<NodeProcess> start(int count) throws InterruptedException {
        return startAll(Collections.nCopies(count, settings -> settings));
    }

    /** Starts one more for each of these changes to its settings, at the same time, and waits until all are ready. */
    List<NodeProcess> startAll(List<UnaryOperator<NodeSettings>> changes) throws InterruptedException {
        List<NodeProcess> nodes = changes.stream().map(this::launch).toList();
        for (NodeProcess node : nodes) {
            awaitAlive(node);
        }
        return nodes;
    }

    /** The same with other settings, perhaps those of one that dies soon. */
    NodeProcess start(UnaryOperator<NodeSettings> change) throws InterruptedException {
        NodeProcess node = launch(change);
        awaitReady(node);
        return node;
    }

    private synchronized NodeProcess launch(UnaryOperator<NodeSettings> change) {
        String name = "node" + (all.size() + 1);
        NodeProcess node =
                NodeProcess.start(change.apply(new NodeSettings(name, directory, database.address(), lease)));
        all.add(node);
        return node;
    }

    void kill(NodeProcess node) throws InterruptedException {
        boolean alive = node.isAlive();
        chronicle.tell("SIGKILL " + node.name());
        node.kill();
        chronicle.died(node.name());
        if (alive) {
            chronicle.did(Fault.KILL);
        }
    }

    /** A node that dies by itself: waits for that, and puts an end to it when it does not. */
    boolean awaitHalt(NodeProcess node, Duration atMost) throws InterruptedException {
        boolean halted = node.awaitExit(atMost) && node.exitCode() == HaltPoint.EXIT_CODE;
        kill(node);
        return halted;
    }

    /** A clean stop. */
    void stop(NodeProcess node, Duration atMost) throws InterruptedException {
        chronicle.leaves(node.name());
        chronicle.did(Fault.STOP);
        chronicle.tell("SIGTERM " + node.name());
        node.terminate();
        boolean exited = node.awaitExit(atMost);
        if (!exited) {
            throw new AssertionError(node.name() + " was told to stop, and has not after " + atMost);
        }
        chronicle.died(node.name());
        chronicle.tell(node.name() + " has stopped");
    }

    /** Freezes a node for a while. */
    void freeze(NodeProcess node, Duration time) throws InterruptedException {
        long from = Ledger.now();
        chronicle.tell("SIGSTOP " + node.name());
        node.freeze();
        chronicle.did(Fault.FREEZE);
        try {
            Thread.sleep(time.toMillis());
        } finally {
            chronicle.tell("SIGCONT " + node.name());
            node.thaw();
            // It takes a moment to find out what happened meanwhile.
            chronicle.trouble(node.name(), from, Ledger.now() + lease.toNanos() / 1_000);
        }
    }

    synchronized List<NodeProcess> all() {
        return List.copyOf(all);
    }

    synchronized List<NodeProcess> alive() {
        return all.stream().filter(NodeProcess::isAlive).toList();
    }

    /** The nodes that can be asked for something; one that is about to start would find all of it at once. */
    synchronized List<NodeProcess> ready() {
        return all.stream().filter(NodeProcess::isReady).toList();
    }

    @Override
    public void close() {
        for (NodeProcess node : alive()) {
            try {
                node.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
