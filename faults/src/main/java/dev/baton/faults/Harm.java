package dev.baton.faults;

/**
 * Something that can happen to nodes or their database. When it returns, what it did is healed again.
 *
 * @param name what it is called
 * @param weight how often it is chosen, compared with the others
 * @param action does it
 */
record Harm(String name, int weight, Action action) {

    /** Does harm. */
    @FunctionalInterface
    interface Action {

        /** Returns whether it came about: a node that is to die at some place may not come there. */
        boolean inflict() throws Exception;
    }
}
