package dev.baton.test;

import dev.baton.Execution;

/** The ways in which user code can harm the scheduler that calls it. */
enum Hostility {
    /** Throws an exception. */
    THROWS("throws an exception") {
        @Override
        void strike(Strike strike) {
            throw new IllegalStateException("hostile");
        }
    },
    /** Throws an Error that no handler expects, such as {@code ThreadDeath}. */
    THROWS_ERROR("throws an Error") {
        @Override
        void strike(Strike strike) {
            throw new Death();
        }
    },
    /** Throws an {@code AssertionError}. */
    ASSERTS("throws an AssertionError") {
        @Override
        void strike(Strike strike) {
            throw new AssertionError("hostile");
        }
    },
    /** Throws an {@code OutOfMemoryError}, like a body that allocates too much. */
    OUT_OF_MEMORY("throws an OutOfMemoryError") {
        @Override
        void strike(Strike strike) {
            throw new OutOfMemoryError("hostile");
        }
    },
    /** Recurses without end. */
    OVERFLOWS("overflows its stack") {
        @Override
        void strike(Strike strike) {
            throw new IllegalStateException("returned from " + deeper(1));
        }

        @SuppressWarnings("InfiniteRecursion") // that is what it is for
        private int deeper(int depth) {
            return depth + deeper(depth + 1);
        }
    },
    /** Never returns, and ignores interrupts. */
    BLOCKS("blocks for ever") {
        @Override
        void strike(Strike strike) {
            strike.block();
        }
    },
    /** Leaves its thread interrupted. */
    INTERRUPTS("interrupts its own thread") {
        @Override
        void strike(Strike strike) {
            Thread.currentThread().interrupt();
        }
    },
    /** Calls every query method of its own execution. */
    ASKS("asks its own execution") {
        @Override
        void strike(Strike strike) {
            strike.callBack(baton -> {
                Execution self = strike.self(baton);
                self.status();
                self.counts();
                self.runs().forEach(run -> self.explain(run.step()));
                self.explain();
                baton.activeExecutions();
                baton.isRunning(Strike.HOSTILE);
            });
        }
    },
    /** Cancels its own execution. */
    CANCELS("cancels its own execution") {
        @Override
        void strike(Strike strike) {
            strike.callBack(baton -> strike.self(baton).cancel());
        }
    },
    /** Starts another execution and waits for its end. */
    TRIGGERS("triggers another job and waits for it") {
        @Override
        void strike(Strike strike) {
            strike.callBack(baton -> baton.trigger(Strike.OTHER).await(Patience.BOUND));
        }
    },
    /** Retries its own execution, once: code that fails again would retry for ever. */
    RETRIES("retries its own execution") {
        @Override
        void strike(Strike strike) {
            strike.disarm();
            strike.callBack(baton -> strike.self(baton).retry());
        }
    },
    /** Closes the scheduler that calls it. */
    CLOSES("closes the scheduler") {
        @Override
        void strike(Strike strike) {
            strike.disarm();
            strike.callBack(baton -> baton.close());
        }
    };

    private final String words;

    Hostility(String words) {
        this.words = words;
    }

    /** Performs the hostile act. */
    abstract void strike(Strike strike);

    /** Whether it keeps code from returning normally, which is when records could get lost. */
    boolean mayHarmWhatIsRecorded() {
        return switch (this) {
            case INTERRUPTS, ASKS, TRIGGERS, RETRIES -> false;
            default -> true;
        };
    }

    @Override
    public String toString() {
        return words;
    }

    /** An Error type that no other code knows. */
    private static final class Death extends Error {

        private static final long serialVersionUID = 1;

        Death() {
            super("hostile");
        }
    }
}
