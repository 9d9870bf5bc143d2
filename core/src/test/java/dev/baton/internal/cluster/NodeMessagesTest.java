package dev.baton.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Store;
import dev.baton.spi.Time;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that another node has sent. */
final class NodeMessagesTest {

    private static final String BROKEN = "greeting\n\\";

    private final List<String> read = new ArrayList<>();

    @Test
    void a_message_that_cannot_be_read_keeps_no_other_from_its_reader() {
        NodeMessages messages = receiving(
                BROKEN,
                NodeMessage.of("trap", "exception").toString(),
                NodeMessage.of("trap", "error").toString(),
                NodeMessage.of("greeting", "hello").toString());
        messages.deliver("trap", message -> {
            if (message.text(0).equals("error")) {
                throw new NoClassDefFoundError("trap");
            }
            throw new IllegalStateException("trap");
        });
        messages.deliver("greeting", message -> read.add(message.text(0)));
        messages.look();
        assertThat(read).containsExactly("hello");
    }

    private static NodeMessages receiving(String... texts) {
        Store store = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isShared" -> true;
                    case "receive" -> List.of(texts);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        Time time = (Time) Proxy.newProxyInstance(
                Time.class.getClassLoader(), new Class<?>[] {Time.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        return new NodeMessages(store, time, Runnable::run);
    }
}
