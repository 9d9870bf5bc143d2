package dev.baton.cli.output;

import dev.baton.RunStatus;
import java.util.Locale;

/** How each status of a run or an execution looks: its symbol and its colour. Its word is its own name. */
public enum StatusStyle {
    BLOCKED('·', '.', Paint.DIM),
    PENDING('◦', 'o', Paint.YELLOW),
    RUNNING('▶', '>', Paint.CYAN),
    HELD('‖', '=', Paint.YELLOW),
    PAUSED('‖', '=', Paint.YELLOW),
    SUCCESS('✔', '+', Paint.GREEN),
    PARTIAL('✔', '+', Paint.GREEN),
    FAILURE('✘', 'X', Paint.RED),
    TIMEOUT('✘', 'X', Paint.RED),
    SKIPPED('↷', '-', Paint.DIM),
    CANCELLED('⊘', 'x', Paint.YELLOW),
    /** A status that only a newer server knows. */
    OTHER('?', '?', Paint.PLAIN);

    private final char unicode;
    private final char ascii;
    private final Paint paint;

    StatusStyle(char unicode, char ascii, Paint paint) {
        this.unicode = unicode;
        this.ascii = ascii;
        this.paint = paint;
    }

    /** The style of a status as the API writes it. */
    public static StatusStyle of(String word) {
        try {
            return valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException newer) {
            return OTHER;
        }
    }

    /** The style of a run's status. */
    public static StatusStyle of(RunStatus status) {
        return of(status.toString());
    }

    /** Its colour. */
    public Paint paint() {
        return paint;
    }

    /** Its symbol. */
    public char symbol(boolean inUnicode) {
        return inUnicode ? unicode : ascii;
    }

    /** All symbols, to find out whether a charset has them. */
    static String symbols() {
        StringBuilder all = new StringBuilder();
        for (StatusStyle style : values()) {
            all.append(style.unicode);
        }
        return all.toString();
    }
}
