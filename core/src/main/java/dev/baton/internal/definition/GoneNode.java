package dev.baton.internal.definition;

import dev.baton.Job;

/** A step or job in an older graph that is no longer registered. */
record GoneNode(Job job) implements Node {

    @Override
    public boolean isPaused() {
        return false;
    }

    @Override
    public boolean isRemoved() {
        return true;
    }
}
