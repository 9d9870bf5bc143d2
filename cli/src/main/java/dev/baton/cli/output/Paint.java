package dev.baton.cli.output;

/** Colours, as a terminal wants to be told them. */
public enum Paint {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    BLUE("34"),
    MAGENTA("35"),
    CYAN("36");

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    /** The text in this colour. */
    public String on(String text) {
        return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
