package dev.baton.internal.execution;

import dev.baton.spi.Store;
import java.util.UUID;

/** Creates changes for tests; each returns one permit, by which it can be counted after merging. */
public final class Changes {

    private static final Store.ReturnedPermit PERMIT = new Store.ReturnedPermit("gate", new UUID(0, 0), 0);

    private Changes() {}

    /** A change that may be folded into the one before it. */
    public static Change plain() {
        Change change = new Change(null);
        change.leave(PERMIT);
        return change;
    }

    /** A change that is recorded on its own, in a body's transaction. */
    public static Change withTransaction() {
        Change change = plain();
        change.bring(() -> {});
        return change;
    }
}
