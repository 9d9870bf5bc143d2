package dev.baton.cli;

import dev.baton.RunStatus;

/** Colours, as a terminal wants to be told them. */
enum Paint {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    /** The colour of a status. */
    static Paint of(RunStatus status) {
        return switch (status) {
            case BLOCKED, SKIPPED -> DIM;
            case PENDING, CANCELLED -> YELLOW;
            case RUNNING -> CYAN;
            case SUCCESS, PARTIAL -> GREEN;
            case FAILURE, TIMEOUT -> RED;
        };
    }

    /** The text in this colour. */
    String on(String text) {
        return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
