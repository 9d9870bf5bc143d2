package dev.baton.server.kind;

import dev.baton.Approval;
import dev.baton.Body;
import dev.baton.Fanout;
import dev.baton.JobStep;
import dev.baton.SubWorkflow;
import dev.baton.server.spec.document.Out;
import dev.baton.worker.Command;
import java.util.List;
import java.util.Map;

/**
 * A body of the program that Baton is embedded in. It has no keys, and only the program runs it.
 *
 * @param isFanout whether it has a child run for each item
 */
public record ProgramWork(boolean isFanout) implements WorkSpec {

    private static final JavaWork STAND_IN = new JavaWork(new Command.Handler("program"));

    /** The work that a body does, as far as the body tells. */
    public static WorkSpec of(Body<?> body) {
        if (body instanceof JobStep step) {
            return new JobWork(step.job());
        }
        if (body instanceof SubWorkflow nested) {
            return new WorkflowWork(nested.name(), Map.of());
        }
        if (body instanceof Approval approval) {
            return new ApprovalWork(approval.message());
        }
        return new ProgramWork(body instanceof Fanout);
    }

    @Override
    public String kind() {
        return isFanout ? FanoutWork.KIND.name() : STAND_IN.kind();
    }

    @Override
    public void write(Out out) {
        // Code has no keys.
    }

    @Override
    public Made make(Setting setting) {
        throw new UnsupportedOperationException("only the program makes its bodies");
    }

    @Override
    public WorkSpec simulated() {
        return STAND_IN;
    }

    @Override
    public boolean hasChildren() {
        return isFanout;
    }

    @Override
    public List<String> namesOfChildren(String job) {
        return isFanout ? List.of(Fanout.itemsOf(job)) : List.of();
    }
}
