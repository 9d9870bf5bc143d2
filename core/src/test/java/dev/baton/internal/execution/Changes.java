package dev.baton.internal.execution;

import dev.baton.spi.Store;
import java.util.UUID;

/** Changes for tests of what becomes of them; each gives back one permit, by which it can be counted once folded. */
public final class Changes {

    private static final Store.Left PERMIT = new Store.Left("gate", new UUID(0, 0), 0);

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
