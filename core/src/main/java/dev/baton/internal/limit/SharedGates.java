package dev.baton.internal.limit;

import dev.baton.internal.execution.GateAnswers;
import dev.baton.internal.execution.GateRequest;
import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.execution.Permit;
import dev.baton.spi.GateState;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Gates that all nodes on a store share. A request first waits; the store answers it through this node, or through the
 * node whose run made room. A permit is returned in the transaction that records the reason: the end of a run, or of an
 * execution.
 */
public final class SharedGates implements Gates {

    private final Store store;
    private final Time time;
    private final Executor executor;
    private final Neighbours neighbours;
    private final Map<String, GateQueue> queues = new ConcurrentHashMap<>();

    /** The executions of this node, and the other nodes. */
    public interface Neighbours {

        /** The execution with this id, if this node owns it. */
        @Nullable LiveExecution findActive(UUID id);

        /** Tells other nodes the answers to their requests. */
        void tell(List<Answer> answers);
    }

    /** The possible answers to a request. */
    public enum News {
        ADMITTED,
        REFUSED,
        REPLACED
    }

    /**
     * The outcome of a request.
     *
     * @param holder the request that holds the gate, if the request was refused and the holder is known; null otherwise
     */
    public record Answer(
            News news, Store.Gate gate, Store.PermitRequest request, Store.@Nullable PermitRequest holder) {

        /** An outcome that names no holder. */
        public Answer(News news, Store.Gate gate, Store.PermitRequest request) {
            this(news, gate, request, null);
        }
    }

    /** Gates on this store. */
    public SharedGates(Store store, Time time, Executor executor, Neighbours neighbours) {
        this.store = store;
        this.time = time;
        this.executor = executor;
        this.neighbours = neighbours;
    }

    @Override
    public void enter(GateRequest request) {
        queue(request.permit().gate()).enter(request);
    }

    @Override
    public void leave(Permit permit) {
        queue(permit.gate()).leave(permit);
    }

    @Override
    public void forget(Permit permit) {
        queue(permit.gate()).forget(permit);
    }

    @Override
    public GateState look(Permit permit, int most) {
        return store.gateState(permit.gate(), permit.execution().id(), permit.step(), most);
    }

    @Override
    public void askAgain() {
        queues.values().forEach(GateQueue::askAgain);
    }

    @Override
    public Map<String, Integer> waiting(int atLeast) {
        Map<String, Integer> waiting = new HashMap<>();
        queues.values().forEach(queue -> queue.count(atLeast, waiting));
        return waiting;
    }

    private GateQueue queue(Store.Gate gate) {
        return queues.computeIfAbsent(gate.name(), name -> new GateQueue(store, time, executor, gate, this::spread));
    }

    private void spread(Store.Gate gate, Store.Admission admission) {
        List<Answer> answers = new ArrayList<>();
        admission.admitted().forEach(request -> answers.add(new Answer(News.ADMITTED, gate, request)));
        admission
                .refused()
                .forEach(request -> answers.add(new Answer(News.REFUSED, gate, request, admission.holder())));
        admission.toReplace().forEach(request -> answers.add(new Answer(News.REPLACED, gate, request)));
        answers.removeIf(this::hear);
        answers.removeIf(answer -> answer.request().node().equals(store.node()));
        if (!answers.isEmpty()) {
            neighbours.tell(answers);
        }
    }

    /** Passes an answer on to its execution. Returns whether this node owns the execution. */
    public boolean hear(Answer answer) {
        Store.PermitRequest request = answer.request();
        LiveExecution here = neighbours.findActive(request.execution());
        if (here == null) {
            return false;
        }
        Permit permit = new Permit(answer.gate(), here, request.step());
        GateQueue queue = queue(answer.gate());
        switch (answer.news()) {
            case ADMITTED -> {
                if (queue.answered(permit, request.rank())) {
                    here.tell(permit.step(), turn -> GateAnswers.admitted(turn, permit));
                }
            }
            case REFUSED -> {
                if (queue.answered(permit, request.rank())) {
                    Store.PermitRequest holder = answer.holder();
                    String by = holder == null ? null : Permit.name(holder.execution(), holder.step());
                    here.tell(permit.step(), turn -> GateAnswers.refused(turn, permit, by));
                }
            }
            case REPLACED -> here.tell(permit.step(), turn -> GateAnswers.replaced(turn, permit));
        }
        return true;
    }
}
