package dev.baton.internal.definition;

import dev.baton.Job;

/** A step or job that an older graph names and nobody has registered any more. */
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
