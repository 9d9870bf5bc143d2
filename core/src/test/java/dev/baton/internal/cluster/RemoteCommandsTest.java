package dev.baton.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Execution.Cancellation;
import dev.baton.error.NotPossibleException;
import dev.baton.internal.execution.Command;
import dev.baton.internal.execution.MovedException;
import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two nodes that ask each other, with messages that are delivered when the test says so. */
final class RemoteCommandsTest {

    private static final Command CANCEL = Command.of(Command.Verb.CANCEL);
    private static final Cancellation DONE = new Cancellation(1, 2, 3);

    private final UUID question = UUID.randomUUID();
    private final UUID execution = UUID.randomUUID();
    private final Map<UUID, Queue<String>> undelivered = new HashMap<>();
    private final List<Command> applied = new ArrayList<>();
    private final Node asker = new Node((id, command) -> {
        throw new IllegalStateException("it owns nothing");
    });

    @Test
    void a_question_that_is_asked_again_is_applied_once_and_answered_again() {
        Node owner = new Node((id, command) -> {
            applied.add(command);
            return DONE;
        });
        asker.whileWaiting = () -> {
            owner.messages.look();
            // The answer gets lost.
            undelivered.get(asker.id).clear();
        };
        assertThatThrownBy(() -> asker.commands.ask(owner.id, question, execution, CANCEL))
                .isInstanceOf(MovedException.class);

        asker.whileWaiting = () -> {
            owner.messages.look();
            asker.messages.look();
        };
        assertThat(asker.commands.ask(owner.id, question, execution, CANCEL.repeated()))
                .isEqualTo(DONE);
        assertThat(applied).containsExactly(CANCEL);
    }

    @Test
    void a_node_that_did_not_own_the_execution_applies_the_question_when_it_does() {
        Node owner = new Node((id, command) -> {
            applied.add(command);
            if (applied.size() == 1) {
                throw new MovedException();
            }
            return DONE;
        });
        asker.whileWaiting = () -> {
            owner.messages.look();
            asker.messages.look();
        };
        assertThatThrownBy(() -> asker.commands.ask(owner.id, question, execution, CANCEL))
                .isInstanceOf(MovedException.class);
        assertThat(asker.commands.ask(owner.id, question, execution, CANCEL)).isEqualTo(DONE);
    }

    @Test
    void an_interrupted_caller_is_told_so() {
        Node owner = new Node((id, command) -> DONE);
        asker.whileWaiting = () -> Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> asker.commands.ask(owner.id, question, execution, CANCEL))
                    .isInstanceOf(NotPossibleException.class)
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private final class Node {

        final UUID id = UUID.randomUUID();
        final NodeMessages messages;
        final RemoteCommands commands;
        Runnable whileWaiting = () -> {};

        Node(BiFunction<UUID, Command, Cancellation> here) {
            undelivered.put(id, new ArrayDeque<>());
            Store store = (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(),
                    new Class<?>[] {Store.class},
                    (proxy, method, args) -> switch (method.getName()) {
                        case "node" -> id;
                        case "isShared" -> true;
                        case "send" -> send((List<?>) args[0]);
                        case "receive" -> receive();
                        default -> throw new UnsupportedOperationException(method.getName());
                    });
            Time time = (Time) Proxy.newProxyInstance(
                    Time.class.getClassLoader(), new Class<?>[] {Time.class}, (proxy, method, args) -> {
                        whileWaiting.run();
                        if (Thread.interrupted()) {
                            throw new InterruptedException();
                        }
                        return ((Future<?>) args[0]).isDone();
                    });
            messages = new NodeMessages(store, time, Runnable::run);
            commands = new RemoteCommands(store, time, Runnable::run, messages, here);
        }

        private @Nullable Object send(List<?> sent) {
            for (Object each : sent) {
                Store.Message one = (Store.Message) each;
                undelivered.get(one.receiver()).add(one.message());
            }
            return null;
        }

        private List<String> receive() {
            List<String> all = List.copyOf(undelivered.get(id));
            undelivered.get(id).clear();
            return all;
        }
    }
}
