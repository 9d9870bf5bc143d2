package dev.baton.cli.output;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines on a terminal that are drawn over by the next ones. Between {@link #open} and {@link #close} the cursor is hidden
 * and long lines are cut by the terminal itself, so that a line is always one line, however wide the terminal is.
 */
public final class LiveView implements AutoCloseable {

    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";
    private static final String CUT_LONG_LINES = "\u001b[?7l";
    private static final String WRAP_LONG_LINES = "\u001b[?7h";
    private static final String CLEAR_LINE_END = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private int drawn;

    private LiveView(PrintWriter out) {
        this.out = out;
    }

    public static LiveView open(PrintWriter out) {
        out.print(HIDE_CURSOR + CUT_LONG_LINES);
        return new LiveView(out);
    }

    /** Draws these lines over the last ones, in one piece, so that nothing flickers. */
    public void draw(List<String> lines) {
        StringBuilder frame = new StringBuilder();
        if (drawn > 0) {
            frame.append('\r').append("\u001b[").append(drawn).append('A');
        }
        for (String line : lines) {
            frame.append(line).append(CLEAR_LINE_END).append("\r\n");
        }
        // Also takes away the ^C that a terminal shows.
        out.print(frame.append(CLEAR_BELOW));
        out.flush();
        drawn = lines.size();
    }

    /** Leaves the last lines where they are, and the terminal as it was. */
    @Override
    public void close() {
        out.print(WRAP_LONG_LINES + SHOW_CURSOR);
        out.flush();
    }
}
