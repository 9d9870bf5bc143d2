package dev.baton.server.kind;

import dev.baton.Approval;
import dev.baton.server.spec.document.Key;
import dev.baton.server.spec.document.Out;
import dev.baton.server.spec.document.Types;
import java.util.List;
import java.util.Optional;

/**
 * Waits for a person, as long as the policy's time limit allows.
 *
 * @param message the question for the person
 */
public record ApprovalWork(String message) implements WorkSpec {

    private static final Key<String> MESSAGE = Key.of(
                    "message", Types.NON_EMPTY, "The question for the person who approves.")
            .otherwise("Go on?");

    static final Kind KIND =
            Kind.withoutCommand("approval", List.of(MESSAGE), table -> new ApprovalWork(table.get(MESSAGE)));

    @Override
    public String kind() {
        return KIND.name();
    }

    @Override
    public void write(Out out) {
        out.put(MESSAGE, message);
    }

    @Override
    public Made make(Setting setting) {
        return setting.withoutWorker(new Approval(message));
    }

    @Override
    public WorkSpec simulated() {
        return WaitWork.NOT_AT_ALL;
    }

    @Override
    public Optional<String> question() {
        return Optional.of(message);
    }
}
