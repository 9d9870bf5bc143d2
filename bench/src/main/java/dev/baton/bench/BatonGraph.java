package dev.baton.bench;

import dev.baton.Baton;
import dev.baton.Execution;
import dev.baton.ExecutionStatus;
import dev.baton.Listener;
import dev.baton.Workflow;
import dev.baton.policy.Retention;
import java.time.Duration;

/** A workflow through the whole engine: triggered, and awaited. */
final class BatonGraph implements Contender, AutoCloseable {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Baton baton;
    private final Workflow workflow;
    private final int times;

    /** Each round is this many executions, one after the other. */
    BatonGraph(Workflow workflow, int times, Listener... listeners) {
        this.workflow = workflow;
        this.times = times;
        Baton.Builder builder = Baton.builder().retention(Retention.count(1));
        for (Listener listener : listeners) {
            builder = builder.listen(listener);
        }
        this.baton = builder.build().add(workflow).start();
    }

    @Override
    public double round() throws Exception {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            Execution execution = baton.trigger(workflow).await(LONG);
            if (execution.status() != ExecutionStatus.SUCCESS) {
                throw new IllegalStateException(execution + " did not succeed");
            }
        }
        return Rate.perSecond((long) workflow.graph().plan().size() * times, start);
    }

    @Override
    public void close() {
        baton.close();
    }
}
