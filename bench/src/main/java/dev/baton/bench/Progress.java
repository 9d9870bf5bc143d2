package dev.baton.bench;

/** Tells whoever waits what is going on, beside the table and not in it. */
final class Progress {

    private Progress() {}

    static void say(String what) {
        System.err.println(what);
    }

    static void say(String what, double result) {
        System.err.printf("  %-60s %,.1f%n", what, result);
    }
}
