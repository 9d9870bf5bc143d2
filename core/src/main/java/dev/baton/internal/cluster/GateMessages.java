package dev.baton.internal.cluster;

import dev.baton.internal.execution.LiveExecution;
import dev.baton.internal.journal.StoreArchive;
import dev.baton.internal.limit.SharedGates;
import dev.baton.policy.Overlap;
import dev.baton.spi.Store;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sends the answers of shared gates between nodes. */
record GateMessages(StoreArchive archive, NodeMessages messages) implements SharedGates.Neighbours {

    /** The message kind of gate answers. */
    static final String KIND = "gate";

    @Override
    public @Nullable LiveExecution findActive(UUID id) {
        return archive.findActive(id);
    }

    @Override
    public void tell(List<SharedGates.Answer> answers) {
        messages.sendSurely(answers.stream()
                .map(answer ->
                        new Store.Message(answer.request().node(), write(answer).toString()))
                .toList());
    }

    private static NodeMessage write(SharedGates.Answer answer) {
        Store.Gate gate = answer.gate();
        Store.PermitRequest request = answer.request();
        return NodeMessage.of(
                KIND,
                answer.news(),
                gate.name(),
                gate.limit(),
                gate.rate(),
                gate.per(),
                request.execution(),
                request.step(),
                request.rank(),
                request.node());
    }

    static SharedGates.Answer read(NodeMessage message) {
        Store.Gate gate =
                new Store.Gate(message.text(1), message.number(2), message.number(3), Long.parseLong(message.text(4)));
        Store.PermitRequest request = new Store.PermitRequest(
                message.id(5), message.number(6), message.id(8), Long.parseLong(message.text(7)), Overlap.Mode.QUEUE);
        return new SharedGates.Answer(SharedGates.News.valueOf(message.text(0)), gate, request);
    }
}
