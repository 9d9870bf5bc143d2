package dev.baton.faults;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A place in a node's talk with the database at which the process dies, as if the power went off: {@code
 * before-commit:17} is before its seventeenth commit. Safe from any thread.
 */
final class HaltPoint {

    static final String NEVER = "never";

    /** Before a transaction that wrote something is committed. */
    static final String BEFORE_COMMIT = "before-commit";

    /** After a transaction that wrote something was committed, and before anybody knows. */
    static final String AFTER_COMMIT = "after-commit";

    /** After executions were taken, and before any of their bodies starts. */
    static final String AFTER_CLAIM = "after-claim";

    /** After the executions of a dead node were released, and before that is committed. */
    static final String IN_RECOVERY = "in-recovery";

    /** The exit code of a process that died here. */
    static final int EXIT_CODE = 97;

    private final String place;
    private final AtomicInteger left;

    private HaltPoint(String place, int count) {
        this.place = place;
        this.left = new AtomicInteger(count);
    }

    static HaltPoint parse(String text) {
        int colon = text.indexOf(':');
        return colon < 0
                ? new HaltPoint(NEVER, 0)
                : new HaltPoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** Comes by a place, and dies when it is the one. */
    void pass(String where) {
        if (where.equals(place) && left.decrementAndGet() == 0) {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }
}
