package dev.baton.internal.event;

import dev.baton.Listener;
import dev.baton.Listener.FiresEvent;
import dev.baton.internal.execution.Happening;
import java.time.Instant;
import java.util.function.IntSupplier;

/**
 * An event about missed fires. The fires are counted when the first listener receives the event, so that counting does
 * not delay the schedule.
 */
public final class FiresHappening implements Happening {

    private static final int NOT_COUNTED = -1;

    private final String name;
    private final Instant at;
    private final IntSupplier count;
    private int counted = NOT_COUNTED;

    public FiresHappening(String name, Instant at, IntSupplier count) {
        this.name = name;
        this.at = at;
        this.count = count;
    }

    @Override
    public void tell(Listener listener, int event) {
        int missed = count();
        if (missed > 0) {
            listener.firesMissed(new FiresEvent(at, name, missed));
        }
    }

    private synchronized int count() {
        if (counted == NOT_COUNTED) {
            counted = count.getAsInt();
        }
        return counted;
    }
}
