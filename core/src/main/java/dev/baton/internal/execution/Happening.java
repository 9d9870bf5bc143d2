package dev.baton.internal.execution;

import dev.baton.Listener;

/**
 * Something that happened, for listeners: one event, or several of a kind. Each listener is told on a thread of its own,
 * where the events are made.
 */
@FunctionalInterface
public interface Happening {

    /**
     * Tells a listener of one event.
     *
     * @param event its number, from 0
     */
    void tell(Listener listener, int event);

    /** The number of events. */
    default int events() {
        return 1;
    }
}
