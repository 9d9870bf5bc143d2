package dev.baton.internal.event;

import dev.baton.Listener;
import dev.baton.internal.execution.Happening;
import dev.baton.spi.Worker;
import java.util.List;

/** Tells listeners about events, each through its own queue. Without listeners it does nothing. */
public final class Notifier {

    private final ListenerQueue[] queues;

    /** Tells these listeners, on this worker's threads for callbacks. */
    public Notifier(List<Listener> listeners, Worker worker) {
        this.queues = listeners.stream()
                .map(listener -> new ListenerQueue(listener, worker))
                .toArray(ListenerQueue[]::new);
    }

    /** Whether there are listeners. */
    public boolean isListening() {
        return queues.length > 0;
    }

    /** Tells all listeners, soon and on other threads. */
    public void tell(Happening happening) {
        for (ListenerQueue queue : queues) {
            queue.put(happening);
        }
    }
}
