package dev.baton.server.wait;

import dev.baton.RunContext;

/** Reports what a run waits for, and again only when that changes, because each report is recorded. For one run. */
public final class Announcement {

    private final RunContext context;
    private String said = "";

    /** Creates the announcement of a run. */
    public Announcement(RunContext context) {
        this.context = context;
    }

    /** Reports the text, if it has changed. */
    public synchronized void say(String message) {
        if (!message.equals(said)) {
            said = message;
            context.progress(0, message);
        }
    }
}
