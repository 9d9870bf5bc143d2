package dev.baton.bench;

/** Tells whoever waits what is going on, beside the table and not in it. */
public final class Progress {

    private Progress() {}

    /** Says what happens now. */
    public static void say(String what) {
        System.err.println(what);
    }

    /** Says what something came to. */
    public static void say(String what, double result) {
        System.err.printf("  %-60s %,.1f%n", what, result);
    }
}
