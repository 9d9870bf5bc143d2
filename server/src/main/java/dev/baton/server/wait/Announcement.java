package dev.baton.server.wait;

import dev.baton.RunContext;

/** Says what a run waits for, and again only when that changes: each time it would be recorded. For one run. */
public final class Announcement {

    private final RunContext context;
    private String said = "";

    /** For this run. */
    public Announcement(RunContext context) {
        this.context = context;
    }

    /** Says it. */
    public synchronized void say(String message) {
        if (!message.equals(said)) {
            said = message;
            context.progress(0, message);
        }
    }
}
