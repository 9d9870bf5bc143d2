package dev.baton.jdbc;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.error.BatonException;
import dev.baton.policy.Limit;
import dev.baton.policy.Retention;
import dev.baton.seeded.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;

/**
 * One try of {@link RandomCommandsTest}: its definitions, its nodes, the executions that were started on them, and a
 * trail of all that was asked for. Safe from any thread, except that one thread alone opens and closes nodes.
 */
final class Trial implements AutoCloseable {

    /** Generous, since a machine under load is slow: a call that has not returned by then never will. */
    static final Duration BOUND = Duration.ofSeconds(60);

    private final RandomWorkflows definitions;
    private final List<Supplier<Baton.Builder>> builders;
    private final List<Baton> nodes = new CopyOnWriteArrayList<>();
    private final List<UUID> started = new CopyOnWriteArrayList<>();
    private final Queue<String> trail = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    /**
     * Makes a try that has no nodes yet.
     *
     * @param builders the settings of each node, with a new, unopened store on the database of this try
     */
    Trial(RandomWorkflows definitions, List<Supplier<Baton.Builder>> builders) {
        this.definitions = definitions;
        this.builders = builders;
    }

    /** Starts all nodes. */
    void open() {
        for (Supplier<Baton.Builder> builder : builders) {
            Baton node = builder.get()
                    .limit("default", Limit.concurrency(6))
                    .limit(RandomWorkflows.NARROW, Limit.concurrency(2))
                    .retention(Retention.unlimited())
                    .stopGrace(Duration.ofMillis(300))
                    .closeGrace(Duration.ofMillis(300))
                    .build();
            nodes.add(node);
            definitions.addTo(node);
        }
        nodes.forEach(Baton::start);
    }

    /** Closes all nodes. A node that does not close fails the test. */
    @Override
    public void close() {
        for (Baton node : nodes) {
            Assertions.assertTimeoutPreemptively(BOUND, node::close, "a node does not close");
        }
        nodes.clear();
    }

    RandomWorkflows definitions() {
        return definitions;
    }

    List<Baton> nodes() {
        return nodes;
    }

    /** The ids of the executions that were submitted. */
    List<UUID> started() {
        return started;
    }

    /** An execution that was submitted, or one that has not ended, which may be nested in another. */
    Execution anyExecution(Draw draw, Baton node) {
        List<Execution> active = draw.chance(0.7) ? node.activeExecutions() : List.of();
        return active.isEmpty() ? node.execution(draw.of(started)) : draw.of(active);
    }

    /** Adds a line to the trail. */
    void tell(String what) {
        trail.add(Instant.now() + " " + what);
    }

    /**
     * Makes a call that may be refused, and adds a line to the trail. A call that is not refused in Baton's own words
     * fails the test in the end.
     */
    void call(String what, Runnable call) {
        String answer = "done";
        try {
            call.run();
        } catch (BatonException refused) {
            answer = refused.toString();
        } catch (RuntimeException | Error surprise) {
            answer = surprise.toString();
            surprises.add(new AssertionError(what, surprise));
        }
        tell(what + ": " + answer);
    }

    /** The calls that were not answered in Baton's words. */
    List<Throwable> surprises() {
        return List.copyOf(surprises);
    }

    /** The lines about one execution, and those about no single one: stops and starts, pauses. */
    List<String> trailOf(Execution execution) {
        return trail.stream()
                .filter(line -> line.contains(execution.id().toString()) || !line.contains(" execution "))
                .toList();
    }
}
