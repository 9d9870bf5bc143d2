package dev.baton.faults;

/**
 * Something that can happen to nodes or their database. When it returns, what it did is healed again.
 *
 * @param name what it is counted as
 * @param weight how often it is chosen, compared with the others
 * @param action does it
 */
record Harm(String name, int weight, Action action) {

    /** Does harm. */
    @FunctionalInterface
    interface Action {
        void inflict() throws Exception;
    }
}
